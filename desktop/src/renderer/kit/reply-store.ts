import type { MessageItem } from '@balcao/shared/features/messages/item.ts';
import { create } from 'zustand';

/** What the log asks of the composer below it: to answer a message, or to write one of the agent's own again. */
interface ReplyStore {
  replyTo: MessageItem | null;
  editing: MessageItem | null;
  /** Messages picked to be forwarded, in the order of the conversation; null while nothing is being picked. */
  selection: { ticketId: number; messages: readonly MessageItem[] } | null;
  reply(message: MessageItem): void;
  edit(message: MessageItem): void;
  /** Neither answering nor editing any more. */
  clear(): void;
  /** Begins picking with this message, or takes it in or out. */
  toggle(ticketId: number, message: MessageItem): void;
  endSelection(): void;
}

const NOTHING = { replyTo: null, editing: null } as const;

export const useReplyStore = create<ReplyStore>()((set) => ({
  ...NOTHING,
  selection: null,
  reply: (replyTo) => set({ replyTo, editing: null }),
  edit: (editing) => set({ editing, replyTo: null }),
  clear: () => set((store) => (store.replyTo || store.editing ? NOTHING : store)),
  toggle: (ticketId, message) =>
    set(({ selection }) => {
      const picked = selection?.ticketId === ticketId ? selection.messages : [];
      const without = picked.filter(({ id }) => id !== message.id);
      const messages = without.length < picked.length ? without : [...picked, message].toSorted(byTime);
      return { selection: { ticketId, messages } };
    }),
  endSelection: () => set((store) => (store.selection ? { selection: null } : store)),
}));

const byTime = (a: MessageItem, b: MessageItem) => {
  const earlier = Date.parse(a.createdAt) - Date.parse(b.createdAt);
  return earlier === 0 ? (a.id < b.id ? -1 : 1) : earlier;
};
