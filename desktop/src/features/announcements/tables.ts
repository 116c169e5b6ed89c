import type { Engine } from '../../core/store/engine.ts';
import { createAnnouncementReads } from './announcement-reads.ts';

export const createAnnouncementTables = ({ db, directory }: Engine) => ({
  announcementReads: createAnnouncementReads(db, directory),
});
