import type { TicketItem } from '@balcao/shared/bridge/methods.ts';

/** Something is written that nobody has read, or somebody wants to come back to it. */
export const isUnread = (ticket: Pick<TicketItem, 'unreadMessages' | 'markedUnread'>): boolean =>
  ticket.unreadMessages > 0 || ticket.markedUnread;
