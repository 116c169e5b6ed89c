import { isErrorCode } from '@balcao/shared/errors.ts';
import type { ChatHit, ChatItem, ChatMessageItem } from '@balcao/shared/features/chats/bridge.ts';
import type { ChatMessageRow, ChatRow } from '@balcao/shared/features/chats/row.ts';
import { foldQuery } from '@balcao/shared/text/fold.ts';
import type { Database } from 'better-sqlite3';
import type { Overlay } from '../../core/outbox/overlay.ts';
import type { Rows } from '../../core/store/rows.ts';
import { createChatItems } from './chat-items.ts';

/** A message as the person sees it now; the address of its file is the caller's business. */
export type StoredChatMessage = Omit<ChatMessageItem, 'mediaUrl' | 'thumbnailUrl'>;

interface ChatPage {
  /** Oldest first. */
  messages: StoredChatMessage[];
  /** Older ones exist, here or on the server. */
  hasMore: boolean;
  /** Set when the page lacks messages that only the server has: ask for those before this number (null: the newest). */
  missing: { before: number | null } | null;
}

export interface ChatReads {
  /** Those whose name, people or newest line have these words. */
  list(search: string): ChatItem[];
  /** Messages with these words, the newest first. */
  find(search: string): ChatHit[];
  byId(id: number): ChatItem | null;
  byUuid(uuid: string): ChatItem | null;
  /** A message as it is now; null: it is not here. */
  message(id: string): ChatMessageRow | null;
  page(chatId: number, limit: number): ChatPage;
  /** Chats whose newest messages are not here, and before which number they end. */
  missingTails(limit: number): { chatId: number; before: number | null }[];
}

interface Deps {
  db: Database;
  rows: Rows;
  overlay: Overlay;
  userId: number;
}

/** Nobody takes part in more. */
const MAX_CHATS = 500;
const MAX_HITS = 50;
/** Searching begins with so many letters. */
const MIN_LETTERS = 2;
/** Messages of each chat that are here without being asked for. */
export const CHAT_TAIL = 30;

export function createChatReads({ db, rows, overlay, userId }: Deps): ChatReads {
  const { all, idOfUuid, newest, withWords, oldest, unsent } = prepare(db);
  const { itemOf, messageOf } = createChatItems(rows, userId);

  function deliveries(chatId: number): Map<string, ChatMessageItem['delivery']> {
    return new Map(
      unsent
        .all(chatId)
        .map(({ id, position, state, code }) => [
          id,
          state === 'queued'
            ? { state: 'queued' }
            : { state: 'failed', position, code: isErrorCode(code) ? code : 'ERR_INTERNAL' },
        ]),
    );
  }

  const allItems = () => all.all(MAX_CHATS).map(({ row }) => itemOf(JSON.parse(row) as ChatRow));

  const byId = (id: number) => {
    const row = overlay.get('chat', id);
    return row ? itemOf(row) : null;
  };

  /** The number before which the messages end that are here. Undefined: nothing is missing above `wanted`. */
  function missingBefore({ id, lastNumber }: ChatRow, wanted: number): number | null | undefined {
    const low = oldest.get(id) ?? null;
    return (low ?? lastNumber + 1) > Math.max(1, wanted) ? low : undefined;
  }

  return {
    byId,
    byUuid(uuid) {
      const id = idOfUuid.get(uuid);
      return id === undefined ? null : byId(id);
    },
    message: (id) => overlay.get('chatMessage', id) ?? null,
    list(search) {
      const words = foldQuery(search);
      const matches = ({ name, users, lastMessage }: ChatItem) =>
        foldQuery([name, lastMessage, ...users.map(({ user }) => user.name)].join(' ')).includes(words);
      return words === '' ? allItems() : allItems().filter(matches);
    },
    find(search) {
      const words = foldQuery(search);
      if (words.length < MIN_LETTERS) return [];
      return withWords.all(words, MAX_HITS).flatMap(({ row }) => {
        const { id, chatId, number, message, sender, createdAt } = JSON.parse(row) as ChatMessageRow;
        const chat = byId(chatId);
        if (!chat) return [];
        return [{ id, chatId, number, message, sender, createdAt, chatUuid: chat.uuid, chatName: chat.name }];
      });
    },
    page(chatId, limit) {
      const chat = rows.get('chat', chatId);
      if (!chat) return { messages: [], hasMore: false, missing: null };
      const found = newest.all(chatId, limit + 1).map(({ row }) => JSON.parse(row) as ChatMessageRow);
      const sent = deliveries(chatId);
      const before = missingBefore(chat, chat.lastNumber - limit + 1);
      const low = oldest.get(chatId) ?? chat.lastNumber + 1;
      return {
        messages: found
          .slice(0, limit)
          .toReversed()
          .map((row) => messageOf(row, sent)),
        hasMore: found.length > limit || low > 1,
        missing: before === undefined ? null : { before },
      };
    },
    missingTails: (limit) =>
      allItems()
        .flatMap(({ id }) => rows.get('chat', id) ?? [])
        .flatMap((chat) => {
          const before = missingBefore(chat, chat.lastNumber - CHAT_TAIL + 1);
          return before === undefined ? [] : [{ chatId: chat.id, before }];
        })
        .slice(0, limit),
  };
}

function prepare(db: Database) {
  const all = db.prepare<[number], { row: string }>(
    'select updated_at, id, row from effective_chat order by updated_at desc, id desc limit ?',
  );
  const idOfUuid = db.prepare<[string], number>('select id from main.chat where uuid = ?').pluck();
  const newest = db.prepare<[number, number], { row: string }>(
    'select number, id, row from effective_chatMessage where chat_id = ? order by number desc, id desc limit ?',
  );
  const withWords = db.prepare<[string, number], { row: string }>(
    'select id, row from effective_chatMessage where instr(search, ?) order by id desc limit ?',
  );
  const oldest = db
    .prepare<[number], number | null>('select min(number) from main.chatMessage where chat_id = ?')
    .pluck();
  const unsent = db.prepare<[number], { id: string; position: number; state: string; code: string | null }>(
    `select message_id as id, position, state, code from outbox
     where name = 'chat.send' and state <> 'unreadable' and json_extract(args, '$.chatId') = ?`,
  );
  return { all, idOfUuid, newest, withWords, oldest, unsent };
}
