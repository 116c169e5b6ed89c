import type { MessageRow } from '@balcao/shared/features/messages/row.ts';
import type { TicketRow } from '@balcao/shared/features/tickets/row.ts';
import type { Applied } from '../store/feed.ts';
import type { Store } from '../store/store.ts';
import type { ServerTime } from './server-time.ts';

export interface NewsEvents {
  /**
   * A customer wrote. Not during a bootstrap; `missed`: while this console was not connected, otherwise not news of more
   * than five minutes ago.
   */
  incoming: { ticket: TicketRow; message: MessageRow; missed: boolean };
  /** A bot has left this ticket to people, and nothing in it is `incoming`. Not during a bootstrap. */
  handedOver: { ticket: TicketRow; missed: boolean };
  /** Somebody has given this ticket to this person, and nothing in it is `incoming`. Not during a bootstrap. */
  given: { ticket: TicketRow };
  /** Its time has brought this ticket back among the others. */
  returned: { ticket: TicketRow };
  /** A colleague has named this person. Not during a bootstrap. */
  mentioned: { id: string; missed: boolean };
  /** A colleague has said this in a chat. Not during a bootstrap. */
  said: { id: string; missed: boolean };
  /** A bootstrap has brought unread messages of these tickets that were not notified. */
  resynced: { ticketIds: number[] };
}

interface Deps {
  store: Store;
  time: ServerTime;
  emit<E extends keyof NewsEvents>(event: E, data: NewsEvents[E]): void;
}

/** Finds the incoming rows that deserve a notification. */
export interface News {
  /** A batch was stored. @param missed this console was not connected when it happened */
  cameIn(applied: Omit<Applied, 'returned' | 'tails'>, missed: boolean): void;
  /** Tickets whose time, or a person, has brought them back. */
  cameBack(returned: Applied['returned']): void;
  /** A bootstrap begins. */
  resyncing(): void;
  /** A bootstrap has ended. */
  resynced(): void;
}

/** A live message older than this is no news: it is imported history. */
const INCOMING_MAX_AGE_MS = 5 * 60_000;

export function createNews({ store, time, emit }: Deps): News {
  /** The time until which messages were notified before the bootstrap (ms); null: there was nothing before. */
  let toldUntil: number | null = null;
  return {
    cameIn({ incoming, handedOver, givenIds, mentionIds, chatMessageIds }, missed) {
      const oldest = time.now() - INCOMING_MAX_AGE_MS;
      const fresh = incoming.filter(({ message }) => missed || Date.parse(message.createdAt) >= oldest);
      for (const one of fresh) emit('incoming', { ...one, missed });
      for (const id of handedOver) {
        const ticket = store.tickets.byId(id);
        if (ticket && !fresh.some((one) => one.ticket.id === id)) emit('handedOver', { ticket, missed });
      }
      for (const id of givenIds) {
        const ticket = store.tickets.byId(id);
        if (ticket && !fresh.some((one) => one.ticket.id === id)) emit('given', { ticket });
      }
      for (const id of mentionIds) emit('mentioned', { id, missed });
      for (const id of chatMessageIds) emit('said', { id, missed });
    },
    cameBack(returned) {
      for (const { ticketId, until } of returned) {
        const ticket = store.tickets.byId(ticketId);
        // Before its time, people have brought it back.
        if (ticket && Date.parse(until) <= time.now()) emit('returned', { ticket });
      }
    },
    resyncing() {
      // A bootstrap that was interrupted has brought some of them already.
      toldUntil ??= store.hasData() ? store.tickets.newestAt() : null;
    },
    resynced() {
      const ticketIds = toldUntil === null ? [] : store.tickets.unreadSince(toldUntil);
      toldUntil = null;
      if (ticketIds.length > 0) emit('resynced', { ticketIds });
    },
  };
}
