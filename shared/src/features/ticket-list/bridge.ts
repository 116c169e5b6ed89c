import { z } from 'zod';
import { id, instant } from '../../contract/fields.ts';
import { method, nothing } from '../../contract/method.ts';
import { FOUND_KINDS } from '../messages/calls.ts';
import { ticketReferral } from '../messages/referral.ts';
import { MESSAGE_ORIGINS } from '../messages/row.ts';
import { TICKET_STATUSES } from '../tickets/row.ts';
import { ticketFilter } from './filter.ts';
import { columnOrder, TICKET_SORTS, ticketSort } from './sort.ts';
import { ticketItem } from './ticket-item.ts';

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

/** `compact`: two lines, and in words only what may differ from row to row. `comfortable`: three lines, all of it in words. */
export const LIST_DENSITIES = ['compact', 'comfortable'] as const;
export type ListDensity = (typeof LIST_DENSITIES)[number];

/** A `table` takes the whole page while no conversation is open. */
const LIST_LAYOUTS = ['rows', 'table'] as const;

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
  /** Of the lists that are here whole; null: as `sorts` has it. */
  order: columnOrder.nullable().default(null),
  layout: z.enum(LIST_LAYOUTS).default('rows'),
});
export type TicketListView = z.output<typeof ticketListView>;

/** The lists of tickets, from the cache, and what only the server finds. */
export const TICKET_LIST_METHODS = {
  'tickets.list': method(
    z.object({
      /** Null: of every status. */
      status: z.enum(TICKET_STATUSES).nullable(),
      search: z.string().trim().max(200).default(''),
      filter: ticketFilter.prefault({}),
      sort: ticketSort,
      /** In place of `sort`, for lists that are here whole. */
      order: columnOrder.nullable().default(null),
      /** Only what is put off, the next to come back first. Without it lists of one status leave that out. */
      snoozed: z.boolean().default(false),
      /** Only those with which a bot talks. Without it the list of those who wait leaves them out. */
      chatbot: z.boolean().default(false),
      /** So many rows come along; the others are read by their ids when they come into view. */
      limit: z.int().min(1).max(100),
      /** Closed tickets are cached in part: so many of them are requested. */
      reach: z.int().min(0).default(0),
    }),
    z.object({
      /** The whole list in its order. */
      ids: z.array(id),
      tickets: z.array(ticketItem),
      /** The server has older ones. */
      hasMore: z.boolean(),
    }),
    ['ticket', 'pin', 'contact', 'queue', 'tag', 'user', 'connection', 'outbox'],
  ),
  /**
   * The server's hits, page by page, newest first: old tickets, and words of old messages. A page may be empty and
   * others follow, to which `next` leads. ERR_OFFLINE without it.
   */
  'tickets.find': method(
    z.object({
      status: z.enum(TICKET_STATUSES).nullable(),
      search: z.string().trim().max(200),
      filter: ticketFilter,
      after: ticketPlace.nullable(),
    }),
    z.object({ tickets: z.array(ticketItem), next: ticketPlace.nullable() }),
  ),
  /** The tickets that this agent still sees, in any order. */
  'tickets.items': method(z.object({ ids: z.array(id).max(200) }), z.array(ticketItem), [
    'ticket',
    'pin',
    'contact',
    'queue',
    'tag',
    'user',
    'connection',
    'outbox',
  ]),
  /**
   * The newest conversation that one sees with each other contact of the same person, as far as the cache has one:
   * `contacts.linked` brings those that are missing.
   */
  'tickets.elsewhere': method(z.object({ contactId: id }), z.array(ticketItem), [
    'ticket',
    'contact',
    'queue',
    'tag',
    'user',
    'outbox',
  ]),
  /** What led customers here, of the tickets in the cache, the latest first. */
  'tickets.sources': method(nothing, z.array(ticketReferral), ['ticket']),
  /** Those of them with a command that waits for the server, whether or not their rows are here. */
  'tickets.waiting': method(z.object({ ids: z.array(id) }), z.array(id)),
  /**
   * Counts for each tab; `unread` counts tickets under way that the person lists, whatever else the filter leaves out.
   */
  'tickets.counts': method(
    z.object({ filter: ticketFilter.prefault({}) }).nullable(),
    z.object({
      open: z.int(),
      pending: z.int(),
      /** A bot talks with them, and nobody is waited for. */
      chatbot: z.int(),
      /** The number of cached tickets: a lower bound, unless `closedIsAll`. */
      closed: z.int(),
      closedIsAll: z.boolean(),
      /** Put off, and counted nowhere else. */
      snoozed: z.int(),
      unread: z.int(),
    }),
    ['ticket', 'contact', 'queue', 'tag', 'user', 'outbox'],
  ),
  /** How many tickets each saved view shows now; null: not all of them are in the cache. */
  'tickets.viewCounts': method(nothing, z.array(z.object({ id, count: z.int().nullable() })), [
    'ticketView',
    'ticket',
    'contact',
    'queue',
    'tag',
    'user',
    'outbox',
  ]),
  'tickets.view': method(nothing, ticketListView),
  'tickets.setView': method(ticketListView, nothing),
} as const;
