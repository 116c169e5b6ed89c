import { z } from 'zod';
import { id, instant } from '../../contract/fields.ts';
import { FOUND_KINDS } from '../messages/calls.ts';
import { MESSAGE_ORIGINS } from '../messages/row.ts';
import { ticketFilter } from './filter.ts';

/** The newest message and id of the last ticket of a page. */
export const ticketPlace = z.tuple([instant, id]);
export type TicketPlace = z.output<typeof ticketPlace>;

/** What a search leaves out: of a message its kind, its day and who said it, and its ticket's queue, tags and agent. */
export const searchFilter = ticketFilter.pick({ tagIds: true, userIds: true, from: true, to: true }).extend({
  queueIds: z.array(id).max(200).default([]),
  kinds: z.array(z.enum(FOUND_KINDS)).max(FOUND_KINDS.length).default([]),
  origins: z.array(z.enum(MESSAGE_ORIGINS)).max(MESSAGE_ORIGINS.length).default([]),
});
export type SearchFilter = z.output<typeof searchFilter>;

/** `newest` message first, or the customer who waits `longest` for an answer, with answered tickets last. */
export const TICKET_SORTS = ['newest', 'longest'] as const;
export type TicketSort = (typeof TICKET_SORTS)[number];
export const ticketSort = z.enum(TICKET_SORTS).default('newest');

/** `compact`: two lines, and in words only what may differ from row to row. `comfortable`: three lines, all of it in words. */
export const LIST_DENSITIES = ['compact', 'comfortable'] as const;
export type ListDensity = (typeof LIST_DENSITIES)[number];

/** What is shown after the open conversation was finished: the `next` one of the agent's own, or the `list`. */
export const AFTER_FINISH = ['next', 'list'] as const;

/** How one person looks at the lists; kept for them on this computer. */
export const ticketListView = z.object({
  filter: ticketFilter.prefault({}),
  /**
   * The order of the two lists that grow by themselves; closed tickets and searches begin with the newest. Of those who
   * wait for an agent the first to come is served first.
   */
  sorts: z.object({ open: ticketSort, pending: z.enum(TICKET_SORTS).default('longest') }).prefault({}),
});
export type TicketListView = z.output<typeof ticketListView>;
