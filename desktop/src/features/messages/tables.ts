import type { Engine } from '../../core/store/engine.ts';
import { createMessageReads } from './message-reads.ts';
import { createMessageSearch } from './message-search.ts';

export const createMessageTables = ({ db, rows, overlay, queue, history, userId }: Engine) => ({
  messages: createMessageReads({ db, rows, overlay, queue, history }),
  search: createMessageSearch({ db, rows, history, userId }),
});
