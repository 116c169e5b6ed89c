import type { KeptChatDraft } from '@balcao/shared/features/chats/bridge.ts';
import type { Database } from 'better-sqlite3';
import { eq } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/better-sqlite3';
import { chatDrafts } from '../../core/store/schema.ts';

/** What a person has begun to write in chats and has not sent: it survives a reload and a crash. */
export interface ChatDrafts {
  get(chatId: number): KeptChatDraft;
  /** An empty one is none. */
  set(chatId: number, draft: KeptChatDraft): void;
  all(): (KeptChatDraft & { chatId: number })[];
}

export const EMPTY_CHAT_DRAFT: KeptChatDraft = { body: '', files: [] };

export function createChatDrafts(client: Database): ChatDrafts {
  const db = drizzle({ client });
  return {
    get(chatId) {
      const { body, files } = chatDrafts;
      const found = db.select({ body, files }).from(chatDrafts).where(eq(chatDrafts.chatId, chatId)).get();
      return found ?? EMPTY_CHAT_DRAFT;
    },
    set(chatId, draft) {
      if (draft.body === '' && draft.files.length === 0)
        db.delete(chatDrafts).where(eq(chatDrafts.chatId, chatId)).run();
      else
        db.insert(chatDrafts)
          .values({ ...draft, chatId })
          .onConflictDoUpdate({ target: chatDrafts.chatId, set: draft })
          .run();
    },
    all: () => db.select().from(chatDrafts).all(),
  };
}
