import { type TicketListView, ticketListView } from '@balcao/shared/bridge/ticket-list.ts';
import type { Database } from 'better-sqlite3';

/** How this person looks at the ticket lists. */
export interface ListView {
  listView(): TicketListView;
  setListView(view: TicketListView): void;
}

export function createListView(db: Database): ListView {
  const read = db.prepare<[], string>('select view from list_view where id = 1').pluck();
  const write = db.prepare<[string]>('insert or replace into list_view (id, view) values (1, ?)');
  return {
    listView() {
      // Another version may have kept something else: what does not fit begins anew.
      const kept = ticketListView.safeParse(JSON.parse(read.get() ?? '{}'));
      return kept.data ?? ticketListView.parse({});
    },
    setListView: (view) => void write.run(JSON.stringify(view)),
  };
}
