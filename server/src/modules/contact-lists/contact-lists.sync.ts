import type { SyncedEntity } from '../../sync/synced-entity.ts';
import { load } from './contact-lists.repo.ts';

/** For those who see the whole company: they write to its customers. */
export const contactListEntity = {
  table: 'contact_lists',
  key: 'id',
  strategy: 'instant',
  async load(tx, companyId, ids) {
    const rows = await load(tx, companyId, ids);
    return rows.map((row) => ({ row, scopes: ['c'] }));
  },
} satisfies SyncedEntity<'contactList'>;
