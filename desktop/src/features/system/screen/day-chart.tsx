import '@mantine/charts/styles.css';
import type { HealthMoment } from '@balcao/shared/features/system/calls.ts';
import { AreaChart } from '@mantine/charts';
import { useFormat } from '../../../renderer/kit/format.ts';

interface Props {
  moments: readonly HealthMoment[];
  lines: readonly { name: string; of: (moment: HealthMoment) => number; color: string }[];
  write: (value: number) => string;
  height: number;
}

/** Figures of the last day, as lines over its hours. */
export function DayChart({ moments, lines, write, height }: Props) {
  const format = useFormat();
  const data = moments.map((moment) => ({
    time: format.time(moment.at),
    ...Object.fromEntries(lines.map(({ name, of }) => [name, of(moment)])),
  }));
  return (
    <AreaChart
      h={height}
      data={data}
      dataKey="time"
      series={lines.map(({ name, color }) => ({ name, color }))}
      curveType="stepAfter"
      withDots={false}
      withGradient={false}
      fillOpacity={0.12}
      strokeWidth={1.5}
      tickLine="none"
      gridAxis="x"
      valueFormatter={write}
      xAxisProps={{ minTickGap: 40 }}
      yAxisProps={{ allowDecimals: false, width: 52, tickCount: 3 }}
      areaProps={{ isAnimationActive: false }}
      areaChartProps={{ accessibilityLayer: false }}
    />
  );
}
