import type { SyncedEntity } from '../../sync/synced-entity.ts';
import { load, present } from './file-lists.repo.ts';

/** Everybody may send them. */
export const fileListEntity = {
  table: 'file_lists',
  key: 'id',
  dependents: ['file_list_items'],
  strategy: 'instant',
  async load(tx, companyId, ids) {
    const rows = await load(tx, companyId, ids);
    return rows.map((row) => ({ row, scopes: ['a'] }));
  },
  view: async () => (row) => present(row),
} satisfies SyncedEntity<'fileList'>;
