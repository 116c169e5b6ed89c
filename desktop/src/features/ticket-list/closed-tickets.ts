import { PAGE_SIZE } from '@balcao/shared/contract/limits.ts';
import type { TicketFilter } from '@balcao/shared/features/ticket-list/filter.ts';
import type { TicketItem } from '@balcao/shared/features/ticket-list/ticket-item.ts';
import { ignoringOffline } from '../../core/services/ignoring-offline.ts';
import type { Store, TicketPosition } from '../../core/store/store.ts';
import type { SyncClient } from '../../core/sync/sync-client.ts';

/**
 * The list of closed tickets, which are cached only in part: the newest ones, and whatever was looked at. A page read from the cache alone
 * could leave out tickets between two cached ones, so this knows how far down the cache is complete and asks the server
 * for what lies below.
 */
export interface ClosedTickets {
  /** Down to where the cache is complete, after at least `reach` rows were asked for where they can be had. */
  ids(reach: number): Promise<{ ids: number[]; hasMore: boolean }>;
  /** How many `ids` has now. */
  count(): number;
  /** Every ticket of the list is cached. */
  isAll(): boolean;
  /** A bootstrap has swept the cache. */
  forget(): void;
}

const CLOSED = { status: 'closed', search: '' } as const;

export function createClosedTickets(
  store: Pick<Store, 'tickets'>,
  sync: Pick<SyncClient, 'fetchClosedTickets'>,
  /** The filter of a plain list. */
  plain: () => TicketFilter,
): ClosedTickets {
  /** The cache is complete from the newest ticket down to here; null: not known at all. */
  let floor: TicketPosition | 'end' | null = null;
  /** Counts sweeps: a page requested before a sweep proves nothing after it. */
  let sweeps = 0;

  /** Loads one more page of the server; false when it is unavailable now. */
  async function lower(): Promise<boolean> {
    const before = floor === 'end' ? null : floor;
    const started = sweeps;
    let hasMore = false;
    const done = await ignoringOffline(
      sync.fetchClosedTickets(before, PAGE_SIZE).then((page) => {
        hasMore = page.hasMore;
      }),
    );
    if (!done) return false;
    if (started !== sweeps) return true;
    // The cache holds at least the rows of that page, so its row number PAGE_SIZE is not below the page's last one.
    const cached = store.tickets.list({ ...CLOSED, all: plain().all, before, limit: PAGE_SIZE }).tickets;
    const last = cached.at(-1);
    floor = hasMore && last ? keyOf(last) : 'end';
    return true;
  }

  /** Above the floor nothing is missing. Without a floor everything cached is better than nothing. */
  const known = () =>
    store.tickets.ids({ ...CLOSED, filter: plain() }, floor === null || floor === 'end' ? undefined : floor);

  return {
    async ids(reach) {
      while (floor === null || (floor !== 'end' && known().length < reach)) if (!(await lower())) break;
      return { ids: known(), hasMore: floor !== 'end' };
    },
    count: () => known().length,
    isAll: () => floor === 'end',
    forget() {
      floor = null;
      sweeps += 1;
    },
  };
}

const keyOf = ({ lastMessageAt, id }: TicketItem): TicketPosition => ({ lastMessageAt, id });
