import type { MessageKey } from '@balcao/shared/contract/message-key.ts';
import type { Database } from 'better-sqlite3';

/** Position in a conversation, comparable: milliseconds, then the id. */
export interface Key {
  at: number;
  id: string;
}

/** A contact's messages are here without a hole from `oldest` (or, when `complete`, from the first) up to now. */
export interface Known {
  oldest: Key | null;
  complete: boolean;
}

/**
 * The known part of each contact's conversation: the messages of all tickets that this agent sees. No entry means that
 * messages may be missing or outdated anywhere. An entry stays true because the server delivers every change of the
 * messages of contacts that this agent follows, or that a screen shows. For others it is dropped as soon as a row of
 * their tickets changes, which every message makes it do, and when no screen shows them any more: an edit, a tick or a
 * deletion changes nothing but the message.
 */
export interface History {
  get(contactId: number): Known | null;
  /** A row of a bootstrap, which brings the newest messages of a contact who is followed. */
  extend(contactId: number, key: Key): void;
  /** A page arrived: `before` null is the newest one. */
  page(contactId: number, page: { before: MessageKey | null; oldest: Key | null; hasMore: boolean }): void;
  /** The server left out messages older than this. */
  gap(contactId: number, before: MessageKey): void;
  drop(contactId: number): void;
  dropAll(): void;
  /** The server delivers every message of this contact unasked: a ticket under way is followed. */
  isFollowed(userId: number, contactId: number): boolean;
  /** One ticket under way of each contact who is followed and whose newest messages are not known, latest first. */
  missing(userId: number, limit: number): number[];
  /** The same among these contacts. */
  missingOf(userId: number, contactIds: readonly number[]): number[];
  /** Ids of contacts with a known part although this agent does not follow them. */
  unfollowed(userId: number): number[];
}

export const keyOf = ({ createdAt, id }: MessageKey): Key => ({ at: Date.parse(createdAt), id });

export const isOlder = (a: Key, b: Key): boolean => a.at < b.at || (a.at === b.at && a.id < b.id);

/** The server sends new messages of these tickets unasked: all that wait, and the agent's own open ones. */
const FOLLOWED = "(t.status = 'pending' or t.status = 'open' and t.user_id = ?)";

interface HistoryRow {
  oldest_at: number | null;
  oldest_id: string | null;
  complete: number;
}

export function createHistory(db: Database): History {
  const select = db.prepare<[number], HistoryRow>(
    'select oldest_at, oldest_id, complete from contact_history where contact_id = ?',
  );
  const write = db.prepare(
    'insert or replace into contact_history (contact_id, oldest_at, oldest_id, complete) values (?, ?, ?, ?)',
  );
  const remove = db.prepare('delete from contact_history where contact_id = ?');
  const removeAll = db.prepare('delete from contact_history');
  const unknown = db
    .prepare<[number, number], number>(
      `select max(id) from main.ticket t where ${FOLLOWED}
         and not exists (select 1 from contact_history h where h.contact_id = t.contact_id)
       group by contact_id order by max(last_message_at) desc limit ?`,
    )
    .pluck();
  const followed = db
    .prepare<[number, number], number>(
      `select id from main.ticket t where ${FOLLOWED} and contact_id = ? order by id desc limit 1`,
    )
    .pluck();
  const foreign = db
    .prepare<[number], number>(
      `select contact_id from contact_history h where not exists
         (select 1 from main.ticket t where t.contact_id = h.contact_id and ${FOLLOWED})`,
    )
    .pluck();

  function get(contactId: number): Known | null {
    const row = select.get(contactId);
    if (!row) return null;
    const { oldest_at: at, oldest_id: id } = row;
    return { oldest: at !== null && id !== null ? { at, id } : null, complete: row.complete === 1 };
  }

  function set(contactId: number, { oldest, complete }: Known): void {
    write.run(contactId, oldest?.at ?? null, oldest?.id ?? null, complete ? 1 : 0);
  }

  return {
    get,
    extend(contactId, key) {
      const known = get(contactId);
      if (!known?.oldest || isOlder(key, known.oldest)) set(contactId, { oldest: key, complete: false });
    },
    page(contactId, { before, oldest, hasMore }) {
      const known = get(contactId);
      if (known?.complete) return;
      const joins = before === null || (known?.oldest && !isOlder(keyOf(before), known.oldest));
      if (joins) set(contactId, { oldest: older(oldest, known?.oldest ?? null), complete: !hasMore });
    },
    gap: (contactId, before) => set(contactId, { oldest: keyOf(before), complete: false }),
    drop: (contactId) => void remove.run(contactId),
    dropAll: () => void removeAll.run(),
    isFollowed: (userId, contactId) => followed.get(userId, contactId) !== undefined,
    missing: (userId, limit) => unknown.all(userId, limit),
    missingOf: (userId, contactIds) =>
      contactIds.flatMap((contactId) => {
        const ticketId = get(contactId) ? undefined : followed.get(userId, contactId);
        return ticketId === undefined ? [] : [ticketId];
      }),
    unfollowed: (userId) => foreign.all(userId),
  };
}

const older = (a: Key | null, b: Key | null): Key | null => (a && (!b || isOlder(a, b)) ? a : b);
