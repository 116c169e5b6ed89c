import { z } from 'zod';
import { id } from '../../contract/fields.ts';
import { feedRow } from '../../contract/row.ts';
import { ticketFilter } from '../ticket-list/filter.ts';
import { TICKET_SORTS } from '../ticket-list/sort.ts';

/** The lists in which a view may stand. */
export const VIEWED_TABS = ['open', 'pending', 'closed', 'snoozed', 'chatbot'] as const;

/**
 * A filter of the ticket lists under a name: which list it opens, what it leaves out and the order. It may name a queue or a
 * tag that is gone, which consoles say.
 */
export const savedView = z.object({
  id,
  name: z.string(),
  /** Everybody's; otherwise its author's alone. */
  team: z.boolean(),
  /** The author; null when the person is gone. */
  userId: id.nullable(),
  tab: z.enum(VIEWED_TABS),
  filter: ticketFilter,
  sort: z.enum(TICKET_SORTS),
  /** Those with a smaller one stand before it. */
  position: z.int(),
});
export type TicketViewRow = z.output<typeof savedView>;

export const ticketViewRow = feedRow('ticketView', savedView, {
  id: 'number',
  live: [],
  // The team's come first.
  order: (a, b) => Number(b.team) - Number(a.team) || a.position - b.position || a.id - b.id,
  path: 'ticket-views',
});
