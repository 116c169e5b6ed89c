import type { QuickMessageRow } from '@balcao/shared/features/quick-messages/row.ts';
import type { Scoped } from '@balcao/shared/permissions.ts';
import type { Tx } from '../../platform/db/client.ts';
import { type SyncedEntity, viewById } from '../../sync/synced-entity.ts';
import { loadViews, quickMessageColumns } from './quick-messages.repo.ts';

async function loadQuickMessages(
  tx: Tx,
  companyId: number,
  ids: readonly string[],
): Promise<Scoped<QuickMessageRow>[]> {
  const records = await tx<(QuickMessageRow & { scopes: string[] })[]>`
    select ${quickMessageColumns(tx)}, q.scopes from quick_messages q
    where q.company_id = ${companyId} and q.id = any (${ids as string[]}::bigint[])`;
  return records.map(({ scopes, ...row }) => ({ row, scopes }));
}

export const quickMessageEntity = {
  table: 'quick_messages',
  key: 'id',
  strategy: 'instant',
  load: loadQuickMessages,
  view: viewById<'quickMessage'>(loadViews),
} satisfies SyncedEntity<'quickMessage'>;
