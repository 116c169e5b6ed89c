import type { SyncedEntity } from '../../sync/synced-entity.ts';
import { load } from './webhooks.repo.ts';
import { presentWebhook } from './webhooks.service.ts';

/** For those who manage them: their page, and the notice that one was switched off. */
export const webhookEntity = {
  table: 'webhooks',
  key: 'id',
  strategy: 'instant',
  async load(tx, companyId, ids) {
    const rows = await load(tx, companyId, ids);
    return rows.map((row) => ({ row: presentWebhook(row), scopes: ['i'] }));
  },
} satisfies SyncedEntity<'webhook'>;
