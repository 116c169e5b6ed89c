import { getReportLines, type Report } from '@balcao/shared/features/reports/calls.ts';
import { PARTS, type Part } from '@balcao/shared/features/reports/measures.ts';
import { Select, Skeleton } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { useKeptQuery } from '../../../renderer/kit/api-query.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { AskedView } from './asked-view.tsx';
import type { Asked } from './points-table.tsx';
import { queryOf, useReportView } from './report-view.ts';
import classes from './reports.module.css';

/** The library of charts is large: numbers do not wait for it. */
const ReportCharts = lazy(async () => ({ default: (await import('./report-charts.tsx')).ReportCharts }));
const PartCharts = lazy(async () => ({ default: (await import('./report-charts.tsx')).PartCharts }));

const WHOLE = 'whole';

interface Props extends Asked, Pick<Report, 'points'> {}

/** The plots of a report: of the whole, or with a line for each of the largest of a part. */
export function ReportPlots({ points, ...asked }: Props) {
  const { t } = useTexts();
  const change = useReportView((store) => store.change);
  const { lines } = asked.view;
  return (
    <>
      <Select
        label={t('reports:lines')}
        className={classes.lines}
        data={[
          { value: WHOLE, label: t('reports:whole') },
          ...PARTS.map((value) => ({ value, label: t(`reports:byPart.${value}`) })),
        ]}
        value={lines ?? WHOLE}
        allowDeselect={false}
        onChange={(value) => change({ lines: PARTS.find((one) => one === value) ?? null })}
      />
      <Suspense fallback={<Skeleton height={220} />}>
        {lines === null ? <ReportCharts points={points} {...asked} /> : <PartPlots {...asked} part={lines} />}
      </Suspense>
    </>
  );
}

function PartPlots({ part, ...asked }: Asked & { part: Part }) {
  const { view } = asked;
  const question = { ...queryOf(view), grain: view.grain, part };
  const query = useKeptQuery(getReportLines, { query: question });
  return (
    <AskedView query={query} question={question}>
      {(answer) => <PartCharts answer={answer} {...asked} />}
    </AskedView>
  );
}
