import type { SyncedEntity } from '../../sync/synced-entity.ts';
import { load } from './prompts.repo.ts';

export const promptEntity = {
  table: 'prompts',
  key: 'id',
  strategy: 'instant',
  async load(tx, companyId, ids) {
    const rows = await load(tx, companyId, ids);
    return rows.map((row) => ({ row, scopes: ['a'] }));
  },
} satisfies SyncedEntity<'prompt'>;
