import type { TicketItem } from '@balcao/shared/features/ticket-list/ticket-item.ts';
import { serverNow } from '../../kit/server-now.ts';

/** Until when it is out of the lists; null: it is not, or its time has come. */
export const snoozedUntil = (ticket: Pick<TicketItem, 'snoozedUntil'>): string | null =>
  ticket.snoozedUntil !== null && Date.parse(ticket.snoozedUntil) > serverNow().getTime()
    ? ticket.snoozedUntil
    : null;
