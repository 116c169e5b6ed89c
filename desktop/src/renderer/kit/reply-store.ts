import type { MessageItem } from '@balcao/shared/features/messages/item.ts';
import { create } from 'zustand';

/** What the log asks of the composer below it: to answer a message, to note something about it for the team, or to write one of the agent's own again. */
interface ReplyStore {
  replyTo: MessageItem | null;
  /** These words of a contact's conversation are to be quoted in a note. */
  noting: { contactId: number; words: string } | null;
  editing: MessageItem | null;
  /** Messages picked to be forwarded, in the order of the conversation; null while nothing is being picked. */
  selection: { ticketId: number; messages: readonly MessageItem[] } | null;
  reply(message: MessageItem): void;
  noteOn(noting: { contactId: number; words: string }): void;
  edit(message: MessageItem): void;
  /** None of these any more. */
  clear(): void;
  /** Begins picking with this message, or takes it in or out. */
  toggle(ticketId: number, message: MessageItem): void;
  endSelection(): void;
}

const NOTHING = { replyTo: null, noting: null, editing: null } as const;

export const useReplyStore = create<ReplyStore>()((set) => ({
  ...NOTHING,
  selection: null,
  reply: (replyTo) => set({ ...NOTHING, replyTo }),
  noteOn: (noting) => set({ ...NOTHING, noting }),
  edit: (editing) => set({ ...NOTHING, editing }),
  clear: () => set((store) => (store.replyTo || store.noting || store.editing ? NOTHING : store)),
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
