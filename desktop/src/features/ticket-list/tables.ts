import type { Engine } from '../../core/store/engine.ts';
import { createListView } from './list-view.ts';
import { createTicketReads } from './ticket-reads.ts';

export const createTicketListTables = ({ db, rows, overlay, queue, userId, serverClock }: Engine) => ({
  tickets: createTicketReads({ db, rows, overlay, queue, userId, ahead: () => serverClock.get().offset }),
  listView: createListView(db),
});
