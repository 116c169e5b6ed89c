import type { DashboardDeadlines, KeptDeadlines } from '@balcao/shared/features/dashboard/calls.ts';
import { DEADLINE_KINDS } from '@balcao/shared/features/deadlines/deadline.ts';
import { SegmentedControl, Text } from '@mantine/core';
import { useState } from 'react';
import look from '../../../renderer/components/figures.module.css';
import { ListTable } from '../../../renderer/components/list-table.tsx';
import { useFormat } from '../../../renderer/kit/format.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { useFigureTexts } from './use-figures.ts';

interface Row {
  id: string;
  name: string;
  met: number;
  missed: number;
}

const PARTS = ['queue', 'agent', 'day'] as const;

/** How many deadlines were met: of each kind, and by queue, agent or day. */
export function DeadlineFigures({ deadlines }: { deadlines: DashboardDeadlines }) {
  const { t } = useTexts();
  const [part, setPart] = useState<(typeof PARTS)[number]>('queue');
  const rowsOf = useDeadlineRows(deadlines);
  const kinds = rowsOf.kind.filter(({ met, missed }) => met + missed > 0);
  if (kinds.length === 0)
    return (
      <Text size="sm" c="var(--text-muted)">
        {t('deadlines:figures.none')}
      </Text>
    );
  return (
    <>
      <KeptTable head={t('deadlines:figures.kind')} rows={kinds} />
      <SegmentedControl
        className={look.screenOnly}
        aria-label={t('deadlines:figures.part')}
        data={PARTS.map((value) => ({ value, label: t(`deadlines:figures.${value}`) }))}
        value={part}
        onChange={setPart}
      />
      <KeptTable head={t(`deadlines:figures.${part}`)} rows={rowsOf[part]} />
    </>
  );
}

function KeptTable({ head, rows }: { head: string; rows: readonly Row[] }) {
  const { t } = useTexts();
  const figures = useFigureTexts();
  return (
    <ListTable
      rows={rows}
      columns={[
        { head, cell: ({ name }) => name },
        { head: t('deadlines:figures.met'), cell: ({ met }) => figures.count(met) },
        { head: t('deadlines:figures.missed'), cell: ({ missed }) => figures.count(missed) },
        {
          head: t('deadlines:figures.share'),
          cell: ({ met, missed }) => figures.share(met, met + missed),
        },
      ]}
    />
  );
}

/** The figures as rows, with names. */
function useDeadlineRows({ all, queues, agents, days }: DashboardDeadlines) {
  const { t } = useTexts();
  const format = useFormat();
  const total = (id: string, name: string, kept: KeptDeadlines): Row => ({
    id,
    name,
    met: DEADLINE_KINDS.reduce((sum, kind) => sum + kept[kind].met, 0),
    missed: DEADLINE_KINDS.reduce((sum, kind) => sum + kept[kind].missed, 0),
  });
  const named = (none: string) => (one: DashboardDeadlines['queues'][number]) =>
    total(String(one.id), one.id === null ? none : one.name || t('deadlines:figures.gone'), one.kept);
  return {
    kind: DEADLINE_KINDS.map((kind): Row => ({ id: kind, name: t(`deadlines:kind.${kind}`), ...all[kind] })),
    queue: queues.map(named(t('deadlines:figures.noQueue'))),
    agent: agents.map(named(t('deadlines:figures.nobody'))),
    day: days.map(({ day, kept }) => total(day, format.calendarDay(day), kept)),
  };
}
