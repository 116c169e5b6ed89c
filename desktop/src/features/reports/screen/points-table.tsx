import type { ReportPoint } from '@balcao/shared/features/reports/calls.ts';
import { NUMBERS, type NumberName } from '@balcao/shared/features/reports/numbers.ts';
import { DAY_MS } from '@balcao/shared/time/wall-clock.ts';
import { Table } from '@mantine/core';
import look from '../../../renderer/components/figures.module.css';
import cells from '../../../renderer/components/list-table.module.css';
import { useFormat } from '../../../renderer/kit/format.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { Counted } from './counted.tsx';
import type { ReportView } from './report-view.ts';
import classes from './reports.module.css';
import type { Shown } from './tickets-dialog.tsx';

/** A line of a plot: what it shows of which points. */
export interface Line {
  id: string;
  label: string;
  color: string;
  number: NumberName;
  points: readonly ReportPoint[];
  /** Absent: of the whole report. */
  part?: Shown['part'];
}

/** What the report was asked for, and what opens the tickets behind one of its numbers. */
export interface Asked {
  view: ReportView;
  onShow: (shown: Shown) => void;
}

/** The first days of the steps, which are the same in all lines. */
export const stepsOf = ([first]: readonly Line[]): string[] => first?.points.map(({ day }) => day) ?? [];

/** The same as the plot for those who do not see it, each number with its difference to the step before. */
export function PointsTable({ lines, ...asked }: { lines: readonly Line[] } & Asked) {
  const { t } = useTexts();
  const format = useFormat();
  return (
    <details className={look.details}>
      <summary>{t('reports:asTable')}</summary>
      <div className={look.scroll}>
        <Table className={cells.table} verticalSpacing={4}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('reports:when')}</Table.Th>
              {lines.map(({ id, label }) => (
                <Table.Th key={id}>{label}</Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {stepsOf(lines).map((day, step) => (
              <Table.Tr key={day}>
                <Table.Td>{format.calendarDay(day)}</Table.Td>
                {lines.map((line) => (
                  <Table.Td key={line.id} className={classes.number}>
                    <Step line={line} step={step} {...asked} />
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
    </details>
  );
}

function Step({ line, step, view, onShow }: { line: Line; step: number } & Asked) {
  const format = useFormat();
  const { number, points, part } = line;
  const [point, before] = [points[step], points[step - 1]];
  if (!point) return '–';
  const { of } = NUMBERS[number];
  const isNothing = of(point) === 0 && before !== undefined && of(before) === 0;
  const days = daysOf(points, step, view);
  const name = [part?.name, format.calendarDay(days.from)].filter(Boolean).join(', ');
  return (
    <Counted
      name={number}
      period={point}
      before={isNothing ? undefined : before}
      of={name}
      onShow={(shown) => onShow({ ...shown, days, part: { filter: part?.filter ?? {}, name } })}
    />
  );
}

/** A step lasts until the next one begins; the first and the last only as far as the report. */
function daysOf(points: readonly ReportPoint[], step: number, { from, to }: Pick<ReportView, 'from' | 'to'>) {
  const [first, next] = [points[step]?.day ?? from, points[step + 1]?.day];
  return {
    from: first < from ? from : first,
    to: next === undefined ? to : new Date(Date.parse(next) - DAY_MS).toISOString().slice(0, 10),
  };
}
