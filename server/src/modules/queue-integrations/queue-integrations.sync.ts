import type { SyncedEntity } from '../../sync/synced-entity.ts';
import { load } from './queue-integrations.repo.ts';

export const queueIntegrationEntity = {
  table: 'queue_integrations',
  key: 'id',
  strategy: 'instant',
  async load(tx, companyId, ids) {
    const rows = await load(tx, companyId, ids);
    return rows.map((row) => ({ row, scopes: ['a'] }));
  },
} satisfies SyncedEntity<'queueIntegration'>;
