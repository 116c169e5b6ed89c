import type { TagRow } from '@balcao/shared/features/tags/row.ts';
import type { Scoped } from '@balcao/shared/permissions.ts';
import type { Tx } from '../../platform/db/client.ts';
import { type SyncedEntity, viewById } from '../../sync/synced-entity.ts';
import * as tags from './tags.repo.ts';

async function loadTags(tx: Tx, companyId: number, ids: readonly string[]): Promise<Scoped<TagRow>[]> {
  const rows = await tx<TagRow[]>`
    select id, name, color, kanban, kanban_order from tags
    where company_id = ${companyId} and id = any (${ids as string[]}::bigint[])`;
  return rows.map((row) => ({ row, scopes: ['a'] }));
}

export const tagEntity = {
  table: 'tags',
  key: 'id',
  strategy: 'instant',
  load: loadTags,
  view: viewById<'tag'>(tags.loadViews),
} satisfies SyncedEntity<'tag'>;
