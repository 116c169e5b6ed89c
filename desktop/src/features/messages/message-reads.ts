import type { MessageKey } from '@balcao/shared/contract/message-key.ts';
import type { Channel } from '@balcao/shared/features/connections/channel.ts';
import { quotedOf } from '@balcao/shared/features/messages/commands.ts';
import type { MessageItem } from '@balcao/shared/features/messages/item.ts';
import type { MessageRow } from '@balcao/shared/features/messages/row.ts';
import type { Database } from 'better-sqlite3';
import type { Overlay } from '../../core/outbox/overlay.ts';
import type { Queue } from '../../core/outbox/queue.ts';
import { type History, isOlder, type Known, keyOf } from '../../core/store/history.ts';
import type { Rows } from '../../core/store/rows.ts';

/** A message as the agent sees it now; the address of its file is the caller's business. */
export type StoredMessage = Omit<MessageItem, 'mediaUrl' | 'thumbnailUrl'>;

export interface MessagePage {
  /** Oldest first. */
  messages: StoredMessage[];
  /** Older messages exist, here or on the server. */
  hasMore: boolean;
  /** Newer ones exist. */
  hasNewer: boolean;
  /**
   * Set when this page may lack messages that only the server has: fetch with this key (null: the newest page) and
   * read again. A page that is still marked so afterwards is `incomplete`.
   */
  missing: { before: MessageKey | null } | null;
}

interface MessageQuery {
  ticketId: number;
  /** The newest messages that are older than this; null: the newest of all. */
  before: MessageKey | null;
  /** Instead: the oldest messages that are not older than this. */
  from?: MessageKey | null;
  limit: number;
}

export interface MessageReads {
  /** Messages of the ticket's contact, in all tickets that the agent sees. */
  page(query: MessageQuery): MessagePage;
  byId(id: string): StoredMessage | null;
}

interface Deps {
  db: Database;
  rows: Rows;
  overlay: Overlay;
  queue: Queue;
  history: History;
}

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

  const selectFrom = db
    .prepare<[number, number, string, number], string>(
      `select row, created_at, id from effective_message where contact_id = ? and (created_at, id) >= (?, ?)
       order by created_at, id limit ?`,
    )
    .pluck();

  const items = (found: readonly string[]): StoredMessage[] => {
    const page = found.map((json) => JSON.parse(json) as MessageRow);
    const ticketIds = [...new Set(page.map((row) => row.ticketId))];
    const deliveries = queue.deliveries(ticketIds);
    const channels = new Map(ticketIds.map((id) => [id, channelOf(id)]));
    return page.map((row) => toItem(row, deliveries, channels.get(row.ticketId) ?? null));
  };

  const channelOf = (ticketId: number): Channel | null => rows.get('ticket', ticketId)?.channel ?? null;

  /** Downwards from a message. What lies between the known part and it must have been fetched before. */
  function pageFrom(contactId: number, from: MessageKey, limit: number): MessagePage {
    const key = keyOf(from);
    const found = selectFrom.all(contactId, key.at, key.id, limit + 1);
    const known = history.get(contactId);
    const reaches = known && (known.complete || (known.oldest && !isOlder(key, known.oldest)));
    const oldest = known?.oldest ?? null;
    return {
      messages: items(found.slice(0, limit)),
      hasMore: !known?.complete || select.all(contactId, key.at, key.id, 1).length > 0,
      hasNewer: found.length > limit,
      missing: reaches ? null : { before: oldest && { createdAt: instantOf(oldest.at), id: oldest.id } },
    };
  }

  function toItem(
    row: MessageRow,
    deliveries: ReadonlyMap<string, 'queued' | 'failed'>,
    channel: Channel | null,
  ): StoredMessage {
    const quoted = row.quotedMsgId === null ? undefined : overlay.get('message', row.quotedMsgId);
    const user = row.userId === null ? undefined : rows.get('user', row.userId);
    return {
      ...row,
      delivery: deliveries.get(row.id) ?? 'accepted',
      channel,
      // Its current state where known; otherwise its state when the server described it.
      quoted: quoted ? quotedOf(quoted) : row.quoted,
      userName: user?.name ?? null,
    };
  }

  return {
    byId(id) {
      const row = overlay.get('message', id);
      return row ? toItem(row, queue.deliveries([row.ticketId]), channelOf(row.ticketId)) : null;
    },

    page({ ticketId, before, from, limit }) {
      const { at, id } = before ? keyOf(before) : NEWEST;
      const contactId = rows.get('ticket', ticketId)?.contactId ?? 0;
      if (from) return pageFrom(contactId, from, limit);
      const found = select.all(contactId, at, id, limit + 1);
      const page = items(found.slice(0, limit));
      const known = history.get(contactId);
      const missing = missingFrom(page, { before, full: page.length === limit, known });
      return {
        messages: page.toReversed(),
        hasMore: found.length > limit || missing !== null || !known?.complete,
        hasNewer: before !== null,
        missing,
      };
    },
  };
}

const instantOf = (at: number): string => new Date(at).toISOString();

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
  return { before: { createdAt: instantOf(known.oldest.at), id: known.oldest.id } };
}
