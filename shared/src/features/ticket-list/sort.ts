import { z } from 'zod';

/** `newest` message first, the customer who waits `longest` for an answer, with answered tickets last, or the most `urgent` deadline. */
export const TICKET_SORTS = ['newest', 'longest', 'urgent'] as const;
export type TicketSort = (typeof TICKET_SORTS)[number];
export const ticketSort = z.enum(TICKET_SORTS).default('newest');
