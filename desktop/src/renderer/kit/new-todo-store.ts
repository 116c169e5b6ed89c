import type { TicketItem } from '@balcao/shared/features/ticket-list/ticket-item.ts';
import { create } from 'zustand';

/** What a new task is about: a conversation, and the message in it where there is one. */
interface TodoStart {
  ticket: TicketItem;
  text: string;
}

/** The request to be reminded of a conversation, from a message or from a menu of actions on it. */
interface NewTodo {
  asked: TodoStart | null;
  ask(ticket: TicketItem, text?: string): void;
  close(): void;
}

export const useNewTodo = create<NewTodo>()((set) => ({
  asked: null,
  ask: (ticket, text = '') => set({ asked: { ticket, text } }),
  close: () => set({ asked: null }),
}));
