import type { MessageItem } from '@balcao/shared/bridge/methods.ts';
import { create } from 'zustand';

/** What the log asks of the composer below it: to answer a message, or to write one of the agent's own anew. */
interface ReplyStore {
  replyTo: MessageItem | null;
  editing: MessageItem | null;
  reply(message: MessageItem): void;
  edit(message: MessageItem): void;
  clear(): void;
}

const NOTHING = { replyTo: null, editing: null } as const;

export const useReplyStore = create<ReplyStore>()((set) => ({
  ...NOTHING,
  reply: (replyTo) => set({ replyTo, editing: null }),
  edit: (editing) => set({ editing, replyTo: null }),
  clear: () => set(NOTHING),
}));
