import '@mantine/charts/styles.css';
import type { Dashboard } from '@balcao/shared/features/dashboard/calls.ts';
import { LineChart } from '@mantine/charts';
import { Table } from '@mantine/core';
import look from '../../../renderer/components/figures.module.css';
import { serverNow } from '../../../renderer/kit/server-now.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import classes from './dashboard.module.css';

type Props = Pick<Dashboard, 'today' | 'yesterday' | 'timezone'>;

/**
 * How many conversations began in each hour of today, as far as it has come, with those of yesterday behind; the same as a
 * table, for those who do not see it.
 */
export function HoursChart({ today, yesterday, timezone }: Props) {
  const { t } = useTexts();
  const names = { today: t('dashboard:ofToday'), yesterday: t('dashboard:ofYesterday') };
  const now = hourIn(timezone);
  const data = today.map((count, hour) => ({
    hour: String(hour),
    [names.yesterday]: yesterday[hour] ?? 0,
    [names.today]: hour <= now ? count : null,
  }));
  return (
    <>
      <div className={look.plot} aria-hidden>
        <LineChart
          h={220}
          data={data}
          dataKey="hour"
          series={[
            { name: names.yesterday, color: 'var(--line-strong)' },
            { name: names.today, color: 'var(--accent)' },
          ]}
          curveType="linear"
          connectNulls={false}
          withLegend
          tickLine="none"
          yAxisProps={{ allowDecimals: false, width: 36 }}
          lineProps={{ isAnimationActive: false, dot: { r: 2 } }}
          lineChartProps={{ accessibilityLayer: false }}
        />
      </div>
      <details className={look.details}>
        <summary>{t('dashboard:asTable')}</summary>
        <Table aria-label={t('dashboard:today')} className={classes.narrowTable}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('dashboard:hour')}</Table.Th>
              <Table.Th>{names.today}</Table.Th>
              <Table.Th>{names.yesterday}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {data.map((row) => (
              <Table.Tr key={row.hour}>
                <Table.Td>{row.hour}</Table.Td>
                <Table.Td>{row[names.today]}</Table.Td>
                <Table.Td>{row[names.yesterday]}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </details>
    </>
  );
}

/** The hour on the clocks of a zone. */
const hourIn = (timeZone: string): number =>
  Number(new Intl.DateTimeFormat('en', { hour: '2-digit', hourCycle: 'h23', timeZone }).format(serverNow()));
