import type { Actor } from '@balcao/shared/contract/roles.ts';
import type { QueueView } from '@balcao/shared/features/queues/calls.ts';
import type { QueueRow } from '@balcao/shared/features/queues/row.ts';
import { can, type Scoped } from '@balcao/shared/permissions.ts';
import type { Tx } from '../../platform/db/client.ts';
import type { SyncedEntity } from '../../sync/synced-entity.ts';
import { loadViews } from './queues.repo.ts';

async function loadQueues(tx: Tx, companyId: number, ids: readonly string[]): Promise<Scoped<QueueRow>[]> {
  const rows = await tx<QueueRow[]>`
    select id, name, color, order_queue, wait_warn_minutes, wait_late_minutes from queues
    where company_id = ${companyId} and id = any (${ids as string[]}::bigint[])`;
  return rows.map((row) => ({ row, scopes: ['a'] }));
}

/** The token is for those who set it. */
export const showQueue = (queue: QueueView, actor: Actor): QueueView =>
  can(actor, 'queues:manage') ? queue : { ...queue, token: '' };

export const queueEntity = {
  table: 'queues',
  key: 'id',
  strategy: 'instant',
  load: loadQueues,
  dependents: ['connection_queues'],
  async view(tx, companyId, rows) {
    const views = new Map(
      (
        await loadViews(
          tx,
          companyId,
          rows.map(({ id }) => String(id)),
        )
      ).map((view) => [view.id, view]),
    );
    return (row, actor) => {
      const view = views.get(row.id);
      return view ? showQueue(view, actor) : row;
    };
  },
} satisfies SyncedEntity<'queue'>;
