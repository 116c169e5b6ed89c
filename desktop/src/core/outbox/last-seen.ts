import type { Unread } from '@balcao/shared/features/tickets/unread.ts';
import type { Database } from 'better-sqlite3';
import type { History } from '../store/history.ts';
import type { Rows } from '../store/rows.ts';

/** The newest message of the customer on this console, which may lack newer ones. */
export interface LastSeen {
  /** Instant of the newest words that its agent could see in a ticket; undefined when the ticket is not here. */
  lastSeenAt(ticketId: number): string | undefined;
  /** Whether the customer has written later, read or not. */
  hasWrittenSince(ticketId: number, seenAt: string): boolean;
  /** Unread messages that came in later. */
  unreadSince(ticketId: number, seenAt: string): Unread;
}

interface Deps {
  db: Database;
  rows: Rows;
  history: History;
}

export function createLastSeen({ db, rows, history }: Deps): LastSeen {
  const newest = db
    .prepare<[number, number], number>(
      `select created_at from main.message
       where contact_id = ? and ticket_id = ? and not json_extract(row, '$.fromMe')
       order by created_at desc limit 1`,
    )
    .pluck();
  const unread = db.prepare<[number, number, number], { count: number; first: number | null }>(
    `select count(*) as count, min(created_at) as first from main.message
     where contact_id = ? and created_at > ? and ticket_id = ?
       and not json_extract(row, '$.fromMe') and not json_extract(row, '$.read')`,
  );

  return {
    lastSeenAt(ticketId) {
      const ticket = rows.get('ticket', ticketId);
      if (!ticket) return undefined;
      // For a conversation that is not followed the row alone is as new as it can be.
      const at = history.get(ticket.contactId) && newest.get(ticket.contactId, ticketId);
      return at ? new Date(at).toISOString() : ticket.lastMessageAt;
    },
    hasWrittenSince(ticketId, seenAt) {
      const at = newest.get(rows.get('ticket', ticketId)?.contactId ?? 0, ticketId);
      return at !== undefined && at > Date.parse(seenAt);
    },
    unreadSince(ticketId, seenAt) {
      const contactId = rows.get('ticket', ticketId)?.contactId ?? 0;
      const { count, first } = unread.get(contactId, Date.parse(seenAt), ticketId) ?? {
        count: 0,
        first: null,
      };
      return { unreadMessages: count, waitingSince: first === null ? null : new Date(first).toISOString() };
    },
  };
}
