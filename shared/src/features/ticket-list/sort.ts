import { z } from 'zod';

/** `newest` message first, or the customer who waits `longest` for an answer, with answered tickets last. */
export const TICKET_SORTS = ['newest', 'longest'] as const;
export type TicketSort = (typeof TICKET_SORTS)[number];
export const ticketSort = z.enum(TICKET_SORTS).default('newest');
