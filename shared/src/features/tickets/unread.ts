import type { TicketRow } from './row.ts';

export type Unread = Pick<TicketRow, 'unreadMessages' | 'waitingSince'>;

/** What the projections of a conversation ask of the cache. */
export interface UnreadView {
  /** A customer's later unread messages in a ticket, as far as they are here. */
  unreadSince(ticketId: number, seenAt: string): Unread;
  /** Whether the customer has written since, read or not, as far as it is here. */
  hasWrittenSince(ticketId: number, seenAt: string): boolean;
}
