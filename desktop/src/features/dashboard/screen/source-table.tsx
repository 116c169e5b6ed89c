import type { SourceFigures } from '@balcao/shared/features/dashboard/calls.ts';
import { Anchor } from '@mantine/core';
import cells from '../../../renderer/components/list-table.module.css';
import { type Column, ListTable } from '../../../renderer/components/list-table.tsx';
import { useAppName } from '../../../renderer/components/referral/use-app-name.ts';
import { useShowTickets } from '../../../renderer/kit/use-show-tickets.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { NothingYet } from './nothing-yet.tsx';
import { useFigureTexts } from './use-figures.ts';

/** What brought conversations, and how many of them went on to what a shop wants of them. */
export function SourceTable({ rows }: { rows: readonly SourceFigures[] }) {
  const { t } = useTexts();
  const figures = useFigureTexts();
  if (rows.length === 0) return <NothingYet />;
  const part = (name: 'answered' | 'tagged' | 'finished'): Column<SourceFigures> => ({
    head: t(`dashboard:${name}`),
    cell: (row) => (
      <>
        {figures.count(row[name])}
        <div className={cells.detail}>{figures.share(row[name], row.count)}</div>
      </>
    ),
  });
  return (
    <ListTable
      rows={rows.map((row) => ({ ...row, id: row.source }))}
      columns={[
        { head: t('dashboard:source'), cell: (row) => <Source row={row} /> },
        { head: t('dashboard:count'), cell: ({ count }) => figures.count(count) },
        part('answered'),
        { ...part('tagged'), visibleFrom: 'xs' },
        { ...part('finished'), visibleFrom: 'xs' },
      ]}
    />
  );
}

function Source({ row: { kind, source, title, sourceId, app } }: { row: SourceFigures }) {
  const { t } = useTexts();
  const appName = useAppName();
  const showTickets = useShowTickets();
  const kindName = t(`tickets:referral.kinds.${kind}`);
  return (
    <>
      <Anchor
        component="button"
        type="button"
        ta="left"
        className={cells.name}
        onClick={() => showTickets('search', { sources: [source] })}
      >
        {title || sourceId || kindName}
      </Anchor>
      <div className={cells.detail}>
        {[kindName, appName(app), title ? sourceId : ''].filter(Boolean).join(' · ')}
      </div>
    </>
  );
}
