import { z } from 'zod';
import { FOUND_KINDS } from '../api/messages.ts';
import { TICKET_STATUSES } from '../api/tickets.ts';
import { id, instant } from '../fields.ts';

/**
 * Which tickets of a list are shown. Every choice narrows what the others leave: between them stands "and"; a ticket has
 * one queue, one agent and one status, so several of these mean "one of them", while it must carry all of the tags.
 */
export const ticketFilter = z.object({
  /** Colleagues' tickets too, for those who may have them listed; otherwise one's own and those that wait. */
  all: z.boolean().default(true),
  /** Null: of no queue. */
  queueIds: z.array(id.nullable()).max(200).default([]),
  tagIds: z.array(id).max(200).default([]),
  userIds: z.array(id).max(200).default([]),
  /** For lists of every status. */
  statuses: z.array(z.enum(TICKET_STATUSES)).default([]),
  /** Days of the newest message on this computer's calendar, both included. */
  from: z.iso.date().nullable().default(null),
  to: z.iso.date().nullable().default(null),
  unread: z.boolean().default(false),
});
export type TicketFilter = z.output<typeof ticketFilter>;

/** The newest message and id of the last ticket of a page. */
export const ticketPlace = z.tuple([instant, id]);
export type TicketPlace = z.output<typeof ticketPlace>;

/** What a search leaves out: of a message its kind and its day, and its ticket's queue, tags and agent. */
export const searchFilter = ticketFilter.pick({ tagIds: true, userIds: true, from: true, to: true }).extend({
  queueIds: z.array(id).max(200).default([]),
  kinds: z.array(z.enum(FOUND_KINDS)).max(FOUND_KINDS.length).default([]),
});
export type SearchFilter = z.output<typeof searchFilter>;

/** `newest` message first, or who waits `longest` for an answer, and those whom nobody keeps waiting last. */
export const TICKET_SORTS = ['newest', 'longest'] as const;
export type TicketSort = (typeof TICKET_SORTS)[number];
export const ticketSort = z.enum(TICKET_SORTS).default('newest');

/** How one person looks at the lists; kept for them on this computer. */
export const ticketListView = z.object({
  filter: ticketFilter.prefault({}),
  /** Of the two lists that grow by themselves; closed tickets and searches begin with the newest. */
  sorts: z.object({ open: ticketSort, pending: ticketSort }).prefault({}),
});
export type TicketListView = z.output<typeof ticketListView>;
