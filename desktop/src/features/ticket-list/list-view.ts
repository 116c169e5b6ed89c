import { type TicketListView, ticketListView } from '@balcao/shared/features/ticket-list/bridge.ts';
import type { Database } from 'better-sqlite3';
import { drizzle } from 'drizzle-orm/better-sqlite3';
import { listViews } from '../../core/store/schema.ts';

/** How this person looks at the ticket lists. */
export interface ListView {
  get(): TicketListView;
  set(view: TicketListView): void;
}

/** There is one row. */
const ONE = 1;

export function createListView(client: Database): ListView {
  const db = drizzle({ client });
  return {
    get() {
      // Another version may have kept something else: what does not fit begins with the default.
      const kept = ticketListView.safeParse(db.select().from(listViews).get()?.view ?? {});
      return kept.data ?? ticketListView.parse({});
    },
    set: (view) =>
      void db
        .insert(listViews)
        .values({ id: ONE, view })
        .onConflictDoUpdate({ target: listViews.id, set: { view } })
        .run(),
  };
}
