import type { TicketItem } from '@balcao/shared/features/ticket-list/ticket-item.ts';

/** Something is written that nobody has read, or somebody wants to come back to it. What the bot answers calls nobody. */
export const isUnread = (ticket: Pick<TicketItem, 'unreadMessages' | 'markedUnread' | 'chatbot'>): boolean =>
  !ticket.chatbot && (ticket.unreadMessages > 0 || ticket.markedUnread);
