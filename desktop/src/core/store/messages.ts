import type { MessageHit } from '@balcao/shared/api/messages.ts';
import type { MessageItem } from '@balcao/shared/bridge/methods.ts';
import type { MessageRow } from '@balcao/shared/sync/entities.ts';
import type { MessageKey } from '@balcao/shared/sync/frames.ts';
import { quotedOf } from '@balcao/shared/sync/mutations.ts';
import type { Database } from 'better-sqlite3';
import type { Overlay } from '../outbox/overlay.ts';
import type { Queue } from '../outbox/queue.ts';
import { fold } from './fold.ts';
import { type History, isOlder, type Known, keyOf } from './history.ts';
import type { Rows } from './rows.ts';

/** A message as the agent sees it now; the address of its file is the caller's business. */
export type StoredMessage = Omit<MessageItem, 'mediaUrl' | 'thumbnailUrl'>;

export interface MessagePage {
  /** Oldest first. */
  messages: StoredMessage[];
  /** Older messages exist, here or on the server. */
  hasMore: boolean;
  /**
   * Set when this page may lack messages that only the server has: fetch with this key (null: the newest page) and
   * read again. A page that still says so afterwards is `incomplete`.
   */
  missing: { before: MessageKey | null } | null;
}

export interface MessageReads {
  /** Of the ticket's contact: all tickets that the agent sees. */
  page(query: { ticketId: number; before: MessageKey | null; limit: number }): MessagePage;
  byId(id: string): StoredMessage | null;
  /** Messages of the cache with all of these words, each as it begins, newest first. */
  search(text: string, limit: number): { hits: MessageHit[]; hasMore: boolean };
}

interface Deps {
  db: Database;
  rows: Rows;
  overlay: Overlay;
  queue: Queue;
  history: History;
}

/** Whoever finds so many types another word. */
const MOST_FOUND = 500;
/** Later than any message. '~' sorts after every digit of a uuid. */
const NEWEST = { at: Number.MAX_SAFE_INTEGER, id: '~' };

export function createMessageReads({ db, rows, overlay, queue, history }: Deps): MessageReads {
  const select = db
    .prepare<[number, number, string, number], string>(
      // The columns of the order must be in the result: only then the view's two halves are merged by their indexes.
      `select row, created_at, id from effective_message where contact_id = ? and (created_at, id) < (?, ?)
       order by created_at desc, id desc limit ?`,
    )
    .pluck();

  // The index knows no time: what came last is taken, and put in order.
  const say = db
    .prepare<[string, number], string>(
      `select m.row from message_words join message m on m.n = message_words.rowid
       where message_words match ? order by message_words.rowid desc limit ?`,
    )
    .pluck();

  function toHit(row: MessageRow): MessageHit | null {
    const ticket = rows.get('ticket', row.ticketId);
    const contact = rows.get('contact', row.contactId);
    if (!ticket || !contact || row.isDeleted) return null;
    const { id, body, fromMe, createdAt } = row;
    return { id, body, fromMe, createdAt, ticketUuid: ticket.uuid, contactName: contact.name };
  }

  function toItem(row: MessageRow, deliveries: ReadonlyMap<string, 'queued' | 'failed'>): StoredMessage {
    const quoted = row.quotedMsgId === null ? undefined : overlay.get('message', row.quotedMsgId);
    const user = row.userId === null ? undefined : rows.get('user', row.userId);
    return {
      ...row,
      delivery: deliveries.get(row.id) ?? 'accepted',
      // As it is now, where it is known; as it was when the server described it otherwise.
      quoted: quoted ? quotedOf(quoted) : row.quoted,
      userName: user?.name ?? null,
    };
  }

  return {
    byId(id) {
      const row = overlay.get('message', id);
      return row ? toItem(row, queue.deliveries([row.ticketId])) : null;
    },

    search(text, limit) {
      const words = wordsOf(text);
      if (words.length === 0) return { hits: [], hasMore: false };
      const whole = say.all(words.join(' '), MOST_FOUND);
      // Beginnings are searched only where whole words are rare: all messages that hold one are read first.
      const rows =
        whole.length < MOST_FOUND ? say.all(words.map((word) => `${word}*`).join(' '), MOST_FOUND) : whole;
      const found = rows.flatMap((json) => toHit(JSON.parse(json) as MessageRow) ?? []);
      found.sort((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt));
      return { hits: found.slice(0, limit), hasMore: found.length > limit };
    },

    page({ ticketId, before, limit }) {
      const { at, id } = before ? keyOf(before) : NEWEST;
      const contactId = rows.get('ticket', ticketId)?.contactId ?? 0;
      const found = select.all(contactId, at, id, limit + 1).map((json) => JSON.parse(json) as MessageRow);
      const page = found.slice(0, limit);
      const known = history.get(contactId);
      const missing = missingFrom(page, { before, full: page.length === limit, known });
      const deliveries = queue.deliveries(page.map((row) => row.ticketId));
      return {
        messages: page.reverse().map((row) => toItem(row, deliveries)),
        hasMore: found.length > limit || missing !== null || !known?.complete,
        missing,
      };
    },
  };
}

/** In the language of FTS5. What a person types is never taken for an operator. */
function wordsOf(text: string): string[] {
  const words = fold(text).match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.map((word) => `"${word}"`);
}

/** @param page newest first */
function missingFrom(
  page: readonly MessageRow[],
  { before, full, known }: { before: MessageKey | null; full: boolean; known: Known | null },
): MessagePage['missing'] {
  if (!known) return { before };
  if (known.complete || !known.oldest) return null;
  const last = page.at(-1);
  if (full && last && !isOlder(keyOf(last), known.oldest)) return null;
  if (before && isOlder(keyOf(before), known.oldest)) return { before };
  return { before: { createdAt: new Date(known.oldest.at).toISOString(), id: known.oldest.id } };
}
