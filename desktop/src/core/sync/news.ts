import type { MessageRow } from '@balcao/shared/model/message.ts';
import type { TicketRow } from '@balcao/shared/model/ticket.ts';
import type { Applied } from '../store/feed.ts';
import type { Store } from '../store/store.ts';
import type { ServerTime } from './server-time.ts';

export interface NewsEvents {
  /**
   * A customer wrote. Not during a bootstrap; `missed`: while this console was not connected, otherwise not news of more
   * than five minutes ago.
   */
  incoming: { ticket: TicketRow; message: MessageRow; missed: boolean };
  /** A bootstrap has brought unread messages of these tickets, of which the person was not told. */
  resynced: { ticketIds: number[] };
}

interface Deps {
  store: Store;
  time: ServerTime;
  emit<E extends keyof NewsEvents>(event: E, data: NewsEvents[E]): void;
}

/** What comes in live and is older than this is no news: a history that is being read in. */
const INCOMING_MAX_AGE_MS = 5 * 60_000;

/** Which of the rows that come in somebody should be told of. */
export function createNews({ store, time, emit }: Deps) {
  /** Until when news were told before the bootstrap (ms); null: there was nothing before. */
  let toldUntil: number | null = null;
  return {
    cameIn(incoming: Applied['incoming'], missed: boolean): void {
      const oldest = time.now() - INCOMING_MAX_AGE_MS;
      for (const one of incoming) {
        if (missed || Date.parse(one.message.createdAt) >= oldest) emit('incoming', { ...one, missed });
      }
    },
    resyncing(): void {
      // A bootstrap that was interrupted has brought some of them already.
      toldUntil ??= store.hasData() ? store.newestAt() : null;
    },
    resynced(): void {
      const ticketIds = toldUntil === null ? [] : store.unreadSince(toldUntil);
      toldUntil = null;
      if (ticketIds.length > 0) emit('resynced', { ticketIds });
    },
  };
}
