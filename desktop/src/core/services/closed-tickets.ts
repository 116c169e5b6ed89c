import type { TicketItem } from '@balcao/shared/bridge/methods.ts';
import { PAGE_SIZE } from '@balcao/shared/constants.ts';
import type { Store, TicketQuery } from '../store/store.ts';
import type { SyncClient } from '../sync/sync-client.ts';
import { reached } from './reached.ts';

/**
 * Closed tickets are cached only in part: the newest ones, and whatever was looked at. A page read from the cache alone
 * could leave out tickets between two cached ones, so this knows how far down the cache is complete and asks the server
 * for what lies below.
 */
export interface ClosedTickets {
  list(query: TicketQuery): Promise<{ tickets: TicketItem[]; hasMore: boolean }>;
  /** A bootstrap has swept the cache. */
  forget(): void;
}

type Key = NonNullable<TicketQuery['before']>;

export function createClosedTickets(
  store: Pick<Store, 'tickets'>,
  sync: Pick<SyncClient, 'fetchClosedTickets'>,
): ClosedTickets {
  /** The cache is complete from the newest ticket down to here; null: not known at all. */
  let floor: Key | 'end' | null = null;
  /** Counts sweeps: a page that was asked for before one proves nothing after it. */
  let sweeps = 0;

  /** One more page of the server; false when it cannot be had now. */
  async function lower(): Promise<boolean> {
    const before = floor === 'end' ? null : floor;
    const started = sweeps;
    let hasMore = false;
    const done = await reached(
      sync.fetchClosedTickets(before, PAGE_SIZE).then((page) => {
        hasMore = page.hasMore;
      }),
    );
    if (!done) return false;
    if (started !== sweeps) return true;
    // The cache holds at least the rows of that page, so its row number PAGE_SIZE is not below the page's last one.
    const cached = store.tickets({ status: 'closed', search: '', before, limit: PAGE_SIZE }).tickets;
    const last = cached.at(-1);
    floor = hasMore && last ? keyOf(last) : 'end';
    return true;
  }

  const covers = (tickets: TicketItem[], limit: number): boolean => {
    const last = tickets.at(-1);
    if (floor === 'end') return true;
    return floor !== null && last !== undefined && tickets.length === limit && !isBelow(keyOf(last), floor);
  };

  return {
    async list(query) {
      let page = store.tickets(query);
      while (!covers(page.tickets, query.limit)) {
        const lowered = await lower();
        page = store.tickets(query);
        if (!lowered) return page;
      }
      return { tickets: page.tickets, hasMore: page.hasMore || floor !== 'end' };
    },
    forget() {
      floor = null;
      sweeps += 1;
    },
  };
}

const keyOf = ({ lastMessageAt, id }: TicketItem): Key => ({ lastMessageAt, id });

/** Lists are ordered by last message, newest first; equal instants by id, highest first. */
function isBelow(a: Key, b: Key): boolean {
  const difference = Date.parse(a.lastMessageAt) - Date.parse(b.lastMessageAt);
  return difference === 0 ? a.id < b.id : difference < 0;
}
