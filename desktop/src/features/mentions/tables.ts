import type { Engine } from '../../core/store/engine.ts';
import { createMentionReads } from './mention-reads.ts';

export const createMentionTables = ({ db, rows, overlay }: Engine) => ({
  mentions: createMentionReads({ db, rows, overlay }),
});
