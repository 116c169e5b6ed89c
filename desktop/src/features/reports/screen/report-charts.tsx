import '@mantine/charts/styles.css';
import type { Report, ReportFigures } from '@balcao/shared/features/reports/calls.ts';
import { NUMBERS, type NumberName } from '@balcao/shared/features/reports/numbers.ts';
import { LineChart } from '@mantine/charts';
import { Table, Text } from '@mantine/core';
import look from '../../../renderer/components/figures.module.css';
import cells from '../../../renderer/components/list-table.module.css';
import { Section } from '../../../renderer/components/section.tsx';
import { useFormat } from '../../../renderer/kit/format.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import classes from './reports.module.css';
import { useReportWords } from './use-report-words.ts';

/** The lines of each plot, in their colours. */
const CHARTS = {
  volume: ['begun', 'finished'],
  answer: ['answerMedian', 'answerP90'],
  finish: ['finishMedian', 'finishP90'],
  rating: ['rating'],
  kept: ['kept'],
} as const satisfies Record<string, readonly NumberName[]>;
type ChartName = keyof typeof CHARTS;
const COLORS = ['var(--accent)', 'var(--info)'] as const;

/** How the numbers went from day to day, week to week or month to month. */
export function ReportCharts({ points }: Pick<Report, 'points'>) {
  return (
    <div className={classes.charts}>
      {(Object.keys(CHARTS) as ChartName[]).map((name) => (
        <Chart key={name} name={name} points={points} />
      ))}
    </div>
  );
}

function Chart({ name, points }: { name: ChartName } & Pick<Report, 'points'>) {
  const { t } = useTexts();
  const isEmpty = points.every((point) => CHARTS[name].every((line) => !NUMBERS[line].of(point)));
  return (
    <Section title={t(`reports:charts.${name}`)}>
      {isEmpty ? (
        <Text size="sm" c="var(--text-muted)">
          {t('reports:nothing')}
        </Text>
      ) : (
        <>
          <Lines names={CHARTS[name]} points={points} />
          <PointsTable names={CHARTS[name]} points={points} />
        </>
      )}
    </Section>
  );
}

interface LinesProps extends Pick<Report, 'points'> {
  names: readonly NumberName[];
}

function Lines({ names, points }: LinesProps) {
  const { t } = useTexts();
  const format = useFormat();
  const words = useReportWords();
  const [first = 'begun'] = names;
  const { kind } = NUMBERS[first];
  const write = (value: number) => {
    if (kind === 'minutes') return words.minutes(value);
    return kind === 'share' ? `${format.number(Math.round(value))}%` : format.number(value);
  };
  const data = points.map((point) => ({
    day: format.calendarDay(point.day),
    ...Object.fromEntries(names.map((name) => [name, NUMBERS[name].of(point)])),
  }));
  return (
    <div className={look.plot} aria-hidden>
      <LineChart
        h={220}
        data={data}
        dataKey="day"
        series={names.map((name, place) => ({
          name,
          label: t(`reports:numbers.${name}`),
          color: COLORS[place] ?? COLORS[0],
        }))}
        curveType="linear"
        connectNulls
        // A single day has no line.
        withDots={points.length <= MAX_DOTS}
        withLegend={names.length > 1}
        legendProps={{ verticalAlign: 'bottom' }}
        tickLine="none"
        valueFormatter={write}
        yAxisProps={{
          allowDecimals: kind === 'rating',
          width: kind === 'minutes' ? 64 : 40,
          ...(SCALES[kind] ? { domain: SCALES[kind] } : {}),
        }}
        xAxisProps={{ minTickGap: 24 }}
        lineProps={{ isAnimationActive: false }}
        lineChartProps={{ accessibilityLayer: false }}
      />
    </div>
  );
}
const MAX_DOTS = 31;
/** From the least to the most there is; absent: from 0 on. */
const SCALES: Partial<Record<string, [number, number]>> = { share: [0, 100], rating: [1, 3] };

/** The same for those who do not see it. */
function PointsTable({ names, points }: LinesProps) {
  const { t } = useTexts();
  const format = useFormat();
  const words = useReportWords();
  return (
    <details className={look.details}>
      <summary>{t('reports:asTable')}</summary>
      <Table className={cells.table} verticalSpacing={4}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('reports:when')}</Table.Th>
            {names.map((name) => (
              <Table.Th key={name}>{t(`reports:numbers.${name}`)}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {points.map((point: ReportFigures & { day: string }) => (
            <Table.Tr key={point.day}>
              <Table.Td>{format.calendarDay(point.day)}</Table.Td>
              {names.map((name) => (
                <Table.Td key={name}>{words.number(name, point)}</Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </details>
  );
}
