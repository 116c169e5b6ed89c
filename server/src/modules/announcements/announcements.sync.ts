import type { SyncedEntity } from '../../sync/synced-entity.ts';
import { presentAnnouncement } from './announcements.presenter.ts';
import { loadActive } from './announcements.repo.ts';

/** The active ones: one that is not leaves the consoles. */
export const announcementEntity = {
  table: 'announcements',
  key: 'id',
  isShared: true,
  strategy: 'instant',
  async load(tx, _companyId, ids) {
    const records = await loadActive(tx, ids);
    return records.map((record) => ({ row: presentAnnouncement(record), scopes: ['a'] }));
  },
} satisfies SyncedEntity<'announcement'>;
