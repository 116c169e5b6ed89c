import type { SessionUser } from '@balcao/shared/features/auth/calls.ts';
import {
  type Dashboard,
  getDashboard,
  getDashboardDeadlines,
  getDashboardSources,
  getDashboardTags,
} from '@balcao/shared/features/dashboard/calls.ts';
import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { ChannelIcon } from '../../../renderer/components/channel-icon.tsx';
import { KeptView } from '../../../renderer/components/kept-view.tsx';
import { Page } from '../../../renderer/components/page.tsx';
import { Section } from '../../../renderer/components/section.tsx';
import { useKeptQuery } from '../../../renderer/kit/api-query.ts';
import { useRows } from '../../../renderer/kit/use-rows.ts';
import { useShowTickets } from '../../../renderer/kit/use-show-tickets.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import classes from './dashboard.module.css';
import { DeadlineFigures } from './deadline-figures.tsx';
import { FilterBar } from './filter-bar.tsx';
import { queryOf, useRangeFilter } from './filter-store.ts';
import { HeatMap } from './heat-map.tsx';
import { PaperHead } from './paper-head.tsx';
import { PeriodFigures } from './period-figures.tsx';
import { PrintButton } from './print-button.tsx';
import { SourceTable } from './source-table.tsx';
import { useExport } from './use-export.ts';
import { VolumeList } from './volume-list.tsx';

/** What an owner asks: how fast, how well, how much and when, compared with the period before. */
export function MetricsPage({ user }: { user: SessionUser }) {
  const { t } = useTexts();
  const filter = useRangeFilter((store) => store.filter);
  const query = useKeptQuery(getDashboard, { query: queryOf(filter) });
  const sources = useKeptQuery(getDashboardSources, { query: queryOf(filter) });
  const deadlines = useKeptQuery(getDashboardDeadlines, { query: queryOf(filter) });
  const save = useExport();
  const { data } = query;
  return (
    <Page
      title={t('dashboard:metricsTitle')}
      subtitle={t('dashboard:metricsSubtitle')}
      actions={
        data ? (
          <div className={classes.screenOnly}>
            <PrintButton />
            <Button
              variant="default"
              leftSection={<IconDownload size={16} aria-hidden />}
              onClick={() => save(data.answer, sources.data?.answer ?? [], deadlines.data?.answer ?? null)}
            >
              {t('dashboard:export')}
            </Button>
          </div>
        ) : null
      }
    >
      <FilterBar />
      <KeptView query={query}>
        {(dashboard) => (
          <>
            <PaperHead of={user.company.name} />
            <PeriodFigures {...dashboard} />
            <Volume dashboard={dashboard} />
            <Section title={t('deadlines:figures.title')} hint={t('deadlines:figures.hint')}>
              <KeptView query={deadlines}>{(kept) => <DeadlineFigures deadlines={kept} />}</KeptView>
            </Section>
            <Section title={t('dashboard:bySource')} hint={t('dashboard:bySourceHint')}>
              <KeptView query={sources}>{(rows) => <SourceTable rows={rows} />}</KeptView>
            </Section>
            <Section title={t('dashboard:heatMap')}>
              <HeatMap counts={dashboard.weekHours} />
            </Section>
          </>
        )}
      </KeptView>
    </Page>
  );
}

function Volume({ dashboard: { queues, connections, period } }: { dashboard: Dashboard }) {
  const { t } = useTexts();
  const filter = useRangeFilter((store) => store.filter);
  const tags = useKeptQuery(getDashboardTags, { query: queryOf(filter) });
  const showTickets = useShowTickets();
  const days = { from: period.from, to: period.to };
  return (
    <div className={classes.thirds}>
      <Section title={t('dashboard:byQueue')}>
        <VolumeList rows={queues} onOpen={(id) => showTickets('search', { ...days, queueIds: [id] })} />
      </Section>
      <Section title={t('dashboard:byConnection')}>
        <VolumeList
          rows={connections}
          iconOf={(id) => <ChannelOf connectionId={id} />}
          onOpen={(id) => showTickets('search', { ...days, connectionIds: id === null ? [] : [id] })}
        />
      </Section>
      <Section title={t('dashboard:byTag')}>
        <KeptView query={tags}>
          {(rows) => (
            <VolumeList
              rows={rows}
              onOpen={(id) => showTickets('search', { ...days, tagIds: id === null ? [] : [id] })}
            />
          )}
        </KeptView>
      </Section>
    </div>
  );
}

/** The messenger of a connection; nothing for one that is gone. */
function ChannelOf({ connectionId }: { connectionId: number | null }) {
  const { data: connections = [] } = useRows('connection');
  const connection = connections.find(({ id }) => id === connectionId);
  return connection ? <ChannelIcon channel={connection.channel} /> : null;
}
