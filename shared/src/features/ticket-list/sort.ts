import { z } from 'zod';

/** `newest` message first, the customer who waits `longest` for an answer, with answered tickets last, or the most `urgent` deadline. */
export const TICKET_SORTS = ['newest', 'longest', 'urgent'] as const;
export type TicketSort = (typeof TICKET_SORTS)[number];
export const ticketSort = z.enum(TICKET_SORTS).default('newest');

/** The columns by which a table of tickets can be ordered. */
export const SORTED_COLUMNS = ['contact', 'queue', 'user', 'waiting', 'lastMessage'] as const;
export type SortedColumn = (typeof SORTED_COLUMNS)[number];

/**
 * Chosen at the head of a column, in place of the list's own order. Descending, the newest message and the longest wait
 * come first. A ticket that has nothing in the column comes last, either way.
 */
export const columnOrder = z.object({ column: z.enum(SORTED_COLUMNS), descending: z.boolean() });
export type ColumnOrder = z.output<typeof columnOrder>;
