import '@mantine/charts/styles.css';
import { BarChart } from '@mantine/charts';
import { Table } from '@mantine/core';
import look from '../../../renderer/components/figures.module.css';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import classes from './dashboard.module.css';

/** How many conversations began in each hour of a day; the same as a table, for those who do not see it. */
export function HoursChart({ counts }: { counts: readonly number[] }) {
  const { t } = useTexts();
  const name = t('dashboard:count');
  const data = counts.map((count, hour) => ({ hour: String(hour), [name]: count }));
  return (
    <>
      <div className={look.plot} aria-hidden>
        <BarChart
          h={220}
          data={data}
          dataKey="hour"
          series={[{ name, color: 'var(--accent)' }]}
          tickLine="none"
          yAxisProps={{ allowDecimals: false, width: 36 }}
          barProps={{ isAnimationActive: false, radius: [3, 3, 0, 0] }}
          barChartProps={{ accessibilityLayer: false }}
        />
      </div>
      <details className={look.details}>
        <summary>{t('dashboard:asTable')}</summary>
        <Table aria-label={t('dashboard:today')} className={classes.narrowTable}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('dashboard:hour')}</Table.Th>
              <Table.Th>{name}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {data.map((row) => (
              <Table.Tr key={row.hour}>
                <Table.Td>{row.hour}</Table.Td>
                <Table.Td>{row[name]}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </details>
    </>
  );
}
