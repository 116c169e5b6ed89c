import type { SyncedEntity } from '../../sync/synced-entity.ts';
import { presentListed } from './campaigns.presenter.ts';
import { load } from './campaigns.repo.ts';

/** For those who see everything of the company. */
export const campaignEntity = {
  table: 'campaigns',
  key: 'id',
  strategy: 'instant',
  dependents: ['connections'],
  async load(tx, companyId, ids) {
    const records = await load(tx, companyId, ids);
    return records.map((record) => ({ row: presentListed(record), scopes: ['c'] }));
  },
} satisfies SyncedEntity<'campaign'>;
