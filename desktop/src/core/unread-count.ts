import type { TicketFilter } from '@balcao/shared/features/ticket-list/filter.ts';
import type { Store } from './store/store.ts';
import { createTimer, systemClock } from './sync/clock.ts';

/** Counts what is unread, when it may have changed and when time alone changes a list. */
export interface UnreadCount {
  show(): void;
  /** Shows it in a moment: changes come in hundreds. */
  showSoon(): void;
  stop(): void;
}

interface Deps {
  store: Pick<Store, 'tickets' | 'chats'>;
  /** The tickets that count. */
  filter(): TicketFilter;
  /** Tickets and chats with something unread. */
  counted(conversations: number): void;
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

  function show(): void {
    planned = undefined;
    watchReturns();
    const chats = store.chats.list('').filter(({ unread }) => unread > 0);
    counted(store.tickets.counts(filter()).unread + chats.length);
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
