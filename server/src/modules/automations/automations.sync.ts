import type { SyncedEntity } from '../../sync/synced-entity.ts';
import { load } from './automations.repo.ts';
import { presentAutomation } from './automations.service.ts';

/** Rules go to those who manage them. */
export const automationEntity = {
  table: 'automations',
  key: 'id',
  strategy: 'instant',
  async load(tx, companyId, ids) {
    const rows = await load(tx, companyId, ids);
    return rows.map((row) => ({ row: presentAutomation(row), scopes: ['r'] }));
  },
} satisfies SyncedEntity<'automation'>;
