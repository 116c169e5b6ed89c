import type { Engine } from '../../core/store/engine.ts';
import { createContactReads } from './contact-reads.ts';

export const createContactTables = ({ db, overlay }: Engine) => ({
  contacts: createContactReads(db, overlay),
});
