import type { TicketFilter } from '@balcao/shared/features/ticket-list/filter.ts';
import type { Store } from './store/store.ts';
import { createTimer, systemClock } from './sync/clock.ts';

/** Counts what is unread and who waits, when it may have changed and when time alone changes a list. */
export interface UnreadCount {
  show(): void;
  /** Shows it in a moment: changes come in hundreds. */
  showSoon(): void;
  stop(): void;
}

export interface DeskCounts {
  /** Tickets and chats with something unread. */
  unread: number;
  /** Tickets that wait for people. */
  waiting: number;
  /** Since when the first of them does (ms); null: none does. */
  waitsSince: number | null;
}

/** Nobody is signed in. */
export const NOTHING_COUNTED: DeskCounts = { unread: 0, waiting: 0, waitsSince: null };

interface Deps {
  store: Pick<Store, 'tickets' | 'chats'>;
  /** The tickets that count. */
  filter(): TicketFilter;
  counted(counts: DeskCounts): void;
  /** A ticket that was put off is back, or a deadline was missed. */
  returned(): void;
}

/** Counting the unread takes milliseconds, and the rows of a first sync come in hundreds of frames. */
const COUNT_EVERY_MS = 100;
/** A moment after its time a ticket is certainly due. */
const RETURN_MARGIN_MS = 50;
/** A computer that slept, or a clock that was set, is noticed within an hour. */
const MAX_TIMER_MS = 3_600_000;

export function createUnreadCount({ store, filter, counted, returned }: Deps): UnreadCount {
  const returns = createTimer(systemClock);
  let planned: NodeJS.Timeout | undefined;

  /** What is put off comes back at its time, and a deadline ends, also while nobody says so. */
  function watchReturns(): void {
    const at = store.tickets.nextTurn();
    returns.clear();
    if (at === null) return;
    const wait = Math.min(Math.max(at - Date.now(), 0) + RETURN_MARGIN_MS, MAX_TIMER_MS);
    returns.set(wait, () => {
      returned();
      show();
    });
  }

  function waitsSince(): number | null {
    const [first] = store.tickets.ids({ status: 'pending', search: '', filter: filter(), sort: 'longest' });
    const since = first === undefined ? null : store.tickets.byId(first)?.waitingSince;
    return since ? Date.parse(since) : null;
  }

  function show(): void {
    planned = undefined;
    watchReturns();
    const chats = store.chats.list('').filter(({ unread }) => unread > 0);
    const { unread, pending } = store.tickets.counts(filter());
    counted({
      unread: unread + chats.length,
      waiting: pending,
      waitsSince: pending > 0 ? waitsSince() : null,
    });
  }

  return {
    show,
    showSoon() {
      planned ??= setTimeout(show, COUNT_EVERY_MS);
    },
    stop() {
      clearTimeout(planned);
      returns.clear();
    },
  };
}
