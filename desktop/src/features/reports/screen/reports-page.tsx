import type { SessionUser } from '@balcao/shared/features/auth/calls.ts';
import { getReport, getReportParts, type Report } from '@balcao/shared/features/reports/calls.ts';
import { hasWork } from '@balcao/shared/features/reports/numbers.ts';
import { Button, Text } from '@mantine/core';
import { IconDownload, IconMail } from '@tabler/icons-react';
import { useState } from 'react';
import look from '../../../renderer/components/figures.module.css';
import { Page } from '../../../renderer/components/page.tsx';
import { PrintButton } from '../../../renderer/components/print-button.tsx';
import { Section } from '../../../renderer/components/section.tsx';
import { useKeptQuery } from '../../../renderer/kit/api-query.ts';
import { useFormat } from '../../../renderer/kit/format.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { AskedView } from './asked-view.tsx';
import { HeatMap } from './heat-map.tsx';
import { MailingDialog } from './mailing-dialog.tsx';
import { NumberCards } from './number-cards.tsx';
import { PartTable } from './part-table.tsx';
import { ReportBar } from './report-bar.tsx';
import { ReportPlots } from './report-plots.tsx';
import { isRange, queryOf, useReportView } from './report-view.ts';
import { type Shown, TicketsDialog } from './tickets-dialog.tsx';
import { useReportFile } from './use-report-file.ts';

/** How the work went over time, as a whole and by its parts, compared with the time before. */
export function ReportsPage({ user }: { user: SessionUser }) {
  const { t } = useTexts();
  const view = useLastRange();
  const [shown, setShown] = useState<Shown | null>(null);
  const question = { ...queryOf(view), grain: view.grain };
  const partQuestion = { ...queryOf(view), part: view.part };
  const report = useKeptQuery(getReport, { query: question });
  const parts = useKeptQuery(getReportParts, { query: partQuestion });
  const save = useReportFile();
  const { data } = report;
  return (
    <Page
      title={t('reports:title')}
      subtitle={t('reports:subtitle')}
      actions={<Actions onFile={data ? () => save(data.answer, parts.data?.answer ?? null) : null} />}
    >
      <ReportBar />
      <AskedView query={report} question={question}>
        {(answer) => (
          <>
            <p className={look.paperHead}>{user.company.name}</p>
            <Compared {...answer} />
            <NumberCards report={answer} onShow={setShown} />
            <ReportPlots points={answer.points} view={view} onShow={setShown} />
            <PartTable query={parts} question={partQuestion} onShow={setShown} />
            <Section title={t('reports:heatMap')}>
              <HeatMap counts={answer.weekHours} />
            </Section>
            <TicketsDialog
              shown={shown}
              view={view}
              timezone={answer.timezone}
              onClose={() => setShown(null)}
            />
          </>
        )}
      </AskedView>
    </Page>
  );
}

/** The view; while somebody types days that are no range, the last one that was. */
function useLastRange() {
  const view = useReportView((store) => store.view);
  const [last, setLast] = useState(view);
  if (isRange(view) && view !== last) setLast(view);
  return isRange(view) ? view : { ...view, from: last.from, to: last.to };
}

function Compared({ period, before }: Pick<Report, 'period' | 'before'>) {
  const { t } = useTexts();
  const { calendarDay } = useFormat();
  const days = { from: calendarDay(period.from), to: calendarDay(period.to) };
  return (
    <Text size="sm" c="var(--text-muted)">
      {hasWork(before)
        ? t('reports:compared', {
            ...days,
            beforeFrom: calendarDay(before.from),
            beforeTo: calendarDay(before.to),
          })
        : t('reports:alone', days)}
    </Text>
  );
}

function Actions({ onFile }: { onFile: (() => void) | null }) {
  const { t } = useTexts();
  const [mailing, setMailing] = useState(false);
  return (
    <div className={look.screenOnly}>
      <Button
        variant="default"
        leftSection={<IconMail size={16} aria-hidden />}
        onClick={() => setMailing(true)}
      >
        {t('reports:mail')}
      </Button>
      <PrintButton label={t('reports:print')} />
      <Button
        variant="default"
        leftSection={<IconDownload size={16} aria-hidden />}
        disabled={onFile === null}
        onClick={() => onFile?.()}
      >
        {t('reports:csv')}
      </Button>
      <MailingDialog isOpen={mailing} onClose={() => setMailing(false)} />
    </div>
  );
}
