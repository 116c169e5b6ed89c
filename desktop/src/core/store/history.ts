import type { TicketRow } from '@balcao/shared/sync/entities.ts';
import type { MessageKey } from '@balcao/shared/sync/frames.ts';
import type { Database } from 'better-sqlite3';

/** Position in a conversation, comparable: milliseconds, then the id. */
export interface Key {
  at: number;
  id: string;
}

/** A ticket's messages are here without a hole from `oldest` (or, when `complete`, from the first) up to now. */
export interface Known {
  oldest: Key | null;
  complete: boolean;
}

/**
 * What is known of each conversation. No entry means that messages may be missing or outdated anywhere. An entry stays
 * true because the server delivers every change of the messages of tickets that this agent follows, or that a screen
 * shows. For other tickets it is dropped as soon as their row changes, which every message makes it do, and when no
 * screen shows them any more: an edit, a tick or a deletion changes nothing but the message.
 */
export interface History {
  get(ticketId: number): Known | null;
  /** A row of a bootstrap, which brings the newest messages of a ticket that is followed. */
  extend(ticketId: number, key: Key): void;
  /** A page arrived: `before` null is the newest one. */
  page(ticketId: number, page: { before: MessageKey | null; oldest: Key | null; hasMore: boolean }): void;
  /** The server left out messages older than this. */
  gap(ticketId: number, before: MessageKey): void;
  drop(ticketId: number): void;
  dropAll(): void;
  /** Ids of tickets under way that this agent follows and whose newest messages are not known, latest first. */
  missing(userId: number, limit: number): number[];
  /** Ids of tickets of which something is known although this agent does not follow them. */
  unfollowed(userId: number): number[];
}

/** The server delivers every message of this ticket without being asked (sync-protocol 4.4). */
export const follows = (userId: number, ticket: TicketRow): boolean =>
  ticket.userId === userId || ticket.status === 'pending';

export const keyOf = ({ createdAt, id }: MessageKey): Key => ({ at: Date.parse(createdAt), id });

export const isOlder = (a: Key, b: Key): boolean => a.at < b.at || (a.at === b.at && a.id < b.id);

interface HistoryRow {
  oldest_at: number | null;
  oldest_id: string | null;
  complete: number;
}

export function createHistory(db: Database): History {
  const select = db.prepare<[number], HistoryRow>(
    'select oldest_at, oldest_id, complete from ticket_history where ticket_id = ?',
  );
  const write = db.prepare(
    'insert or replace into ticket_history (ticket_id, oldest_at, oldest_id, complete) values (?, ?, ?, ?)',
  );
  const remove = db.prepare('delete from ticket_history where ticket_id = ?');
  const removeAll = db.prepare('delete from ticket_history');
  const unknown = db
    .prepare<[number, number], number>(
      `select id from main.ticket t where (status = 'pending' or status = 'open' and user_id = ?)
         and not exists (select 1 from ticket_history h where h.ticket_id = t.id)
       order by last_message_at desc limit ?`,
    )
    .pluck();

  const foreign = db
    .prepare<[number], number>(
      `select h.ticket_id from ticket_history h join main.ticket t on t.id = h.ticket_id
       where t.status <> 'pending' and t.user_id is not ?`,
    )
    .pluck();

  function get(ticketId: number): Known | null {
    const row = select.get(ticketId);
    if (!row) return null;
    const { oldest_at: at, oldest_id: id } = row;
    return { oldest: at !== null && id !== null ? { at, id } : null, complete: row.complete === 1 };
  }

  function set(ticketId: number, { oldest, complete }: Known): void {
    write.run(ticketId, oldest?.at ?? null, oldest?.id ?? null, complete ? 1 : 0);
  }

  return {
    get,
    extend(ticketId, key) {
      const known = get(ticketId);
      if (!known?.oldest || isOlder(key, known.oldest)) set(ticketId, { oldest: key, complete: false });
    },
    page(ticketId, { before, oldest, hasMore }) {
      const known = get(ticketId);
      if (known?.complete) return;
      const joins = before === null || (known?.oldest && !isOlder(keyOf(before), known.oldest));
      if (joins) set(ticketId, { oldest: older(oldest, known?.oldest ?? null), complete: !hasMore });
    },
    gap: (ticketId, before) => set(ticketId, { oldest: keyOf(before), complete: false }),
    drop: (ticketId) => void remove.run(ticketId),
    dropAll: () => void removeAll.run(),
    missing: (userId, limit) => unknown.all(userId, limit),
    unfollowed: (userId) => foreign.all(userId),
  };
}

const older = (a: Key | null, b: Key | null): Key | null => (a && (!b || isOlder(a, b)) ? a : b);
