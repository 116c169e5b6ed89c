import type { ChatCard } from '@balcao/shared/features/chats/row.ts';
import type { TicketItem } from '@balcao/shared/features/ticket-list/ticket-item.ts';
import { create } from 'zustand';

interface Shared {
  ticket: TicketItem;
  /** Null: the conversation as a whole. */
  message: ChatCard['message'];
}

/** The request to show a conversation, or a message of it, to colleagues. */
interface Sharing {
  asked: Shared | null;
  ask(ticket: TicketItem, message?: ChatCard['message']): void;
  close(): void;
}

export const useSharing = create<Sharing>()((set) => ({
  asked: null,
  ask: (ticket, message = null) => set({ asked: { ticket, message } }),
  close: () => set({ asked: null }),
}));
