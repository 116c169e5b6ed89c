import '@mantine/charts/styles.css';
import type { Report, ReportLines } from '@balcao/shared/features/reports/calls.ts';
import { NUMBERS, type NumberName } from '@balcao/shared/features/reports/numbers.ts';
import { LineChart } from '@mantine/charts';
import { Text } from '@mantine/core';
import look from '../../../renderer/components/figures.module.css';
import { Section } from '../../../renderer/components/section.tsx';
import { useFormat } from '../../../renderer/kit/format.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { type Asked, type Line, PointsTable, stepsOf } from './points-table.tsx';
import classes from './reports.module.css';
import { useReportWords } from './use-report-words.ts';

/** The lines of each plot of the whole. */
const CHARTS = {
  volume: ['begun', 'finished'],
  answer: ['answerMedian', 'answerP90'],
  finish: ['finishMedian', 'finishP90'],
  rating: ['rating'],
  kept: ['kept'],
} as const satisfies Record<string, readonly NumberName[]>;
const CHART_NAMES = Object.keys(CHARTS) as (keyof typeof CHARTS)[];
/** Each has a plot of its own where the lines are those of a part. */
const DRAWN: readonly NumberName[] = Object.values(CHARTS).flat();
const COLORS = [
  'var(--accent)',
  'var(--info)',
  'var(--success)',
  'var(--danger)',
  'var(--text-muted)',
] as const;
const colorAt = (place: number): string => COLORS[place % COLORS.length] ?? COLORS[0];

/** How the numbers went from day to day, week to week or month to month. */
export function ReportCharts({ points, ...asked }: Pick<Report, 'points'> & Asked) {
  const { t } = useTexts();
  const lineOf = (number: NumberName, place: number): Line => ({
    ...{ id: number, label: t(`reports:numbers.${number}`), color: colorAt(place) },
    ...{ number, points },
  });
  return (
    <div className={classes.charts}>
      {CHART_NAMES.map((name) => (
        <Chart key={name} title={t(`reports:charts.${name}`)} lines={CHARTS[name].map(lineOf)} {...asked} />
      ))}
    </div>
  );
}

/** The same with a line for each of the largest queues, agents, tags, or whatever they are. */
export function PartCharts({ answer: { asked, lines }, ...rest }: { answer: ReportLines } & Asked) {
  const { t } = useTexts();
  const words = useReportWords();
  const { part } = asked;
  return (
    <div className={classes.charts}>
      {DRAWN.map((number) => (
        <Chart
          key={number}
          title={t(`reports:numbers.${number}`)}
          lines={lines.map((line, place) => {
            const label = words.part(part, line);
            return {
              ...{ id: `line${place}`, label, color: colorAt(place), number, points: line.points },
              part: { filter: { [part]: line.key }, name: label },
            };
          })}
          {...rest}
        />
      ))}
    </div>
  );
}

function Chart({ title, lines, ...asked }: { title: string; lines: readonly Line[] } & Asked) {
  const { t } = useTexts();
  const isEmpty = lines.every(({ number, points }) => points.every((point) => !NUMBERS[number].of(point)));
  return (
    <Section title={title}>
      {isEmpty ? (
        <Text size="sm" c="var(--text-muted)">
          {t('reports:nothing')}
        </Text>
      ) : (
        <>
          <Plot lines={lines} />
          <PointsTable lines={lines} {...asked} />
        </>
      )}
    </Section>
  );
}

function Plot({ lines }: { lines: readonly Line[] }) {
  const format = useFormat();
  const words = useReportWords();
  const { kind } = NUMBERS[lines[0]?.number ?? 'begun'];
  const write = (value: number) => {
    if (kind === 'minutes') return words.minutes(value);
    return kind === 'share' ? `${format.number(Math.round(value))}%` : format.number(value);
  };
  const days = stepsOf(lines);
  const data = days.map((day, step) => ({
    day: format.calendarDay(day),
    ...Object.fromEntries(
      lines.map(({ id, number, points }) => {
        const point = points[step];
        return [id, point ? NUMBERS[number].of(point) : null];
      }),
    ),
  }));
  return (
    <div className={look.plot} aria-hidden>
      <LineChart
        h={220}
        data={data}
        dataKey="day"
        series={lines.map(({ id, label, color }) => ({ name: id, label, color }))}
        curveType="linear"
        connectNulls
        // A single day has no line.
        withDots={days.length <= MAX_DOTS}
        withLegend={lines.length > 1}
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
