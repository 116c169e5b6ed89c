import type { Engine } from '../../core/store/engine.ts';
import { createChatDrafts } from './chat-drafts.ts';
import { createChatMessages } from './chat-messages.ts';
import { createChatReads } from './chat-reads.ts';

export const createChatTables = ({ db, rows, overlay, userId }: Engine) => ({
  chats: createChatReads({ db, rows, overlay, userId }),
  chatMessages: createChatMessages(db, rows),
  chatDrafts: createChatDrafts(db),
});
