import type { SyncedEntity } from '../../sync/synced-entity.ts';
import { load } from './policies.repo.ts';
import { presentPolicy } from './policies.service.ts';

/** Everybody knows until when customers are answered. */
export const deadlinePolicyEntity = {
  table: 'deadline_policies',
  key: 'id',
  strategy: 'instant',
  async load(tx, companyId, ids) {
    const rows = await load(tx, companyId, ids);
    return rows.map((row) => ({ row: presentPolicy(row), scopes: ['a'] }));
  },
} satisfies SyncedEntity<'deadlinePolicy'>;
