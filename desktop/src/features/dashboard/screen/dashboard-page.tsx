import type { SessionUser } from '@balcao/shared/features/auth/calls.ts';
import {
  type Dashboard,
  type Figures,
  getDashboard,
  getDashboardDeadlines,
  getDashboardSources,
} from '@balcao/shared/features/dashboard/calls.ts';
import { can } from '@balcao/shared/permissions.ts';
import { Button, Skeleton, Text, UnstyledButton } from '@mantine/core';
import { IconDeviceTv, IconDownload } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { Link } from 'wouter';
import look from '../../../renderer/components/figures.module.css';
import { KeptView } from '../../../renderer/components/kept-view.tsx';
import { Page } from '../../../renderer/components/page.tsx';
import { PrintButton } from '../../../renderer/components/print-button.tsx';
import { Section } from '../../../renderer/components/section.tsx';
import { useKeptQuery } from '../../../renderer/kit/api-query.ts';
import { useFormat } from '../../../renderer/kit/format.ts';
import { SUBSCRIPTION } from '../../../renderer/kit/subscription-paths.ts';
import { useShowTickets } from '../../../renderer/kit/use-show-tickets.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { AttendantsTable } from './attendants-table.tsx';
import classes from './dashboard.module.css';
import { DeadlineFigures } from './deadline-figures.tsx';
import { FigureCard } from './figure-card.tsx';
import { FilterBar } from './filter-bar.tsx';
import { queryOf, useRangeFilter } from './filter-store.ts';
import { NowPanel } from './now-panel.tsx';
import { PaperHead } from './paper-head.tsx';
import { SourceTable } from './source-table.tsx';
import { useExport } from './use-export.ts';
import { useFigureTexts } from './use-figures.ts';

const LOOK_EVERY_MS = 60_000;
/** The library of charts is large: figures do not wait for it. */
const HoursChart = lazy(async () => ({ default: (await import('./hours-chart.tsx')).HoursChart }));

export function DashboardPage({ user }: { user: SessionUser }) {
  const { t } = useTexts();
  const format = useFormat();
  const filter = useRangeFilter((store) => store.filter);
  const query = useKeptQuery(getDashboard, { query: queryOf(filter) }, { everyMs: LOOK_EVERY_MS });
  const deadlines = useKeptQuery(getDashboardDeadlines, { query: queryOf(filter) });
  const sources = useKeptQuery(getDashboardSources, { query: queryOf(filter) });
  const save = useExport();
  const { data } = query;
  const zoneHint = useZoneHint(user.company.timezone);
  const daysOf = ({ from, to }: Figures) =>
    t('dashboard:shown', { from: format.calendarDay(from), to: format.calendarDay(to) });
  return (
    <Page
      title={t('dashboard:title')}
      subtitle={t('dashboard:subtitle')}
      actions={
        <Actions
          user={user}
          onFile={
            data && (() => save(data.answer, sources.data?.answer ?? [], deadlines.data?.answer ?? null))
          }
        />
      }
    >
      <NowPanel />
      <FilterBar />
      <KeptView query={query} about={({ period }) => daysOf(period)}>
        {(dashboard) => (
          <>
            <PaperHead of={user.company.name} period={dashboard.period} />
            <Counters dashboard={dashboard} />
            <Section title={t('dashboard:today')} {...zoneHint}>
              <Suspense fallback={<Skeleton height={220} />}>
                <HoursChart {...dashboard} />
              </Suspense>
            </Section>
            <Section title={t('dashboard:attendants')}>
              <AttendantsTable {...dashboard} />
            </Section>
            <Section title={t('deadlines:figures.title')} hint={t('deadlines:figures.hint')}>
              <KeptView query={deadlines}>{(kept) => <DeadlineFigures deadlines={kept} />}</KeptView>
            </Section>
            <Section title={t('dashboard:bySource')} hint={t('dashboard:bySourceHint')}>
              <KeptView query={sources}>{(rows) => <SourceTable rows={rows} />}</KeptView>
            </Section>
          </>
        )}
      </KeptView>
    </Page>
  );
}

/** Says whose clock the hours are of, where this computer has another one. */
function useZoneHint(timezone: string): { hint?: string } {
  const { t } = useTexts();
  if (timezone === Intl.DateTimeFormat().resolvedOptions().timeZone) return {};
  const place = timezone.slice(timezone.lastIndexOf('/') + 1).replaceAll('_', ' ');
  return { hint: t('dashboard:zone', { zone: place }) };
}

interface ActionsProps {
  user: SessionUser;
  /** Undefined while there is nothing to keep. */
  onFile: (() => void) | undefined;
}

function Actions({ user, onFile }: ActionsProps) {
  const { t } = useTexts();
  return (
    <>
      <DueDate user={user} />
      <div className={look.screenOnly}>
        <Button
          component={Link}
          href="/wall"
          variant="default"
          leftSection={<IconDeviceTv size={16} aria-hidden />}
        >
          {t('dashboard:wallTitle')}
        </Button>
        <PrintButton label={t('dashboard:print')} />
        {onFile ? (
          <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />} onClick={onFile}>
            {t('dashboard:export')}
          </Button>
        ) : null}
      </div>
    </>
  );
}

/** Shows whoever may know it until when the company has paid. */
function DueDate({ user }: { user: SessionUser }) {
  const { t } = useTexts();
  const format = useFormat();
  const { dueDate, timezone } = user.company;
  if (!can(user, 'subscription:view')) return null;
  const value = dueDate ? format.dateIn(dueDate, timezone) : t('dashboard:noEnd');
  return (
    <UnstyledButton component={Link} href={SUBSCRIPTION} className={look.card}>
      <span className={look.label}>{t('dashboard:dueDate')}</span>
      <Text component="span" size="sm" fw={600}>
        {value}
      </Text>
    </UnstyledButton>
  );
}

function Counters({ dashboard: { counters, period, before, lately } }: { dashboard: Dashboard }) {
  const { t } = useTexts();
  const figures = useFigureTexts();
  const showTickets = useShowTickets();
  const days = { from: period.from, to: period.to };
  return (
    <div className={classes.cards}>
      <FigureCard
        label={t('dashboard:finished')}
        value={figures.count(counters.supportFinished)}
        note={figures.change(counters.supportFinished, before.finished)}
        lately={lately.map((day) => day.finished)}
        onOpen={() => showTickets('closed', days)}
      />
      <FigureCard
        label={t('dashboard:leads')}
        value={figures.count(counters.leads)}
        note={figures.change(counters.leads, before.leads)}
        lately={lately.map((day) => day.leads)}
        onOpen={() => showTickets('search', days)}
      />
      <FigureCard
        label={t('dashboard:avgSupportTime')}
        hint={t('dashboard:avgSupportTimeHint')}
        value={figures.minutes(counters.avgSupportTime)}
        note={figures.change(counters.avgSupportTime, before.avgSupportTime)}
        lately={lately.map((day) => day.avgSupportTime)}
        onOpen={() => showTickets('closed', days)}
      />
      <FigureCard
        label={t('dashboard:avgWaitTime')}
        hint={t('dashboard:avgWaitTimeHint')}
        value={figures.minutes(counters.avgWaitTime)}
        note={figures.change(counters.avgWaitTime, before.avgWaitTime)}
        lately={lately.map((day) => day.avgWaitTime)}
        onOpen={() => showTickets('closed', days)}
      />
    </div>
  );
}
