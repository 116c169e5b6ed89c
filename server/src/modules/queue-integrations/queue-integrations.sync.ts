import type { SyncedEntity } from '../../sync/synced-entity.ts';
import { load } from './queue-integrations.repo.ts';

/** Their names, for admins and supervisors: those who lead queues and connections to them. */
export const queueIntegrationEntity = {
  table: 'queue_integrations',
  key: 'id',
  strategy: 'instant',
  async load(tx, companyId, ids) {
    const rows = await load(tx, companyId, ids);
    return rows.map((row) => ({ row, scopes: ['c'] }));
  },
} satisfies SyncedEntity<'queueIntegration'>;
