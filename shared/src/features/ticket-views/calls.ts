import { z } from 'zod';
import { route } from '../../contract/call.ts';
import { id, idText } from '../../contract/fields.ts';
import { TITLE } from '../../contract/limits.ts';
import { ticketFilter } from '../ticket-list/filter.ts';
import { TICKET_SORTS } from '../ticket-list/sort.ts';
import { MAX_TICKET_VIEWS } from './limits.ts';
import { savedView, VIEWED_TABS } from './row.ts';

/** Views of the ticket lists: one's own, and those of the team. A program has none of its own: ERR_NO_PERMISSION. */

const params = z.object({ ticketViewId: idText });
const fields = z.object({
  name: z.string().trim().min(TITLE.min).max(TITLE.max),
  /** Everybody's, which needs `ticketViews:manageTeam`; otherwise one's own. */
  team: z.boolean(),
  tab: z.enum(VIEWED_TABS),
  filter: ticketFilter,
  sort: z.enum(TICKET_SORTS),
});

/** The team's and one's own, in their order. */
export const listTicketViews = route({
  method: 'GET',
  path: '/ticket-views',
  access: 'session',
  response: z.object({ ticketViews: z.array(savedView) }),
});

const refusals = ['ERR_TICKET_VIEW_NAME_TAKEN', 'ERR_TOO_MANY_TICKET_VIEWS', 'ERR_NO_PERMISSION'] as const;

export const createTicketView = route({
  method: 'POST',
  path: '/ticket-views',
  access: 'session',
  screen: true,
  body: fields,
  response: savedView,
  status: 201,
  errors: refusals,
});

export const updateTicketView = route({
  method: 'PUT',
  path: '/ticket-views/:ticketViewId',
  access: 'session',
  screen: true,
  params,
  body: fields.partial(),
  response: savedView,
  errors: ['ERR_NO_TICKET_VIEW_FOUND', ...refusals],
});

/** Puts the team's or one's own into this order; those that are not named follow as they were. */
export const orderTicketViews = route({
  method: 'PUT',
  path: '/ticket-views',
  access: 'session',
  screen: true,
  body: z.object({ team: z.boolean(), ticketViewIds: z.array(id).max(MAX_TICKET_VIEWS) }),
  status: 204,
  errors: ['ERR_NO_TICKET_VIEW_FOUND', 'ERR_NO_PERMISSION'],
});

export const deleteTicketView = route({
  method: 'DELETE',
  path: '/ticket-views/:ticketViewId',
  access: 'session',
  screen: true,
  params,
  status: 204,
  errors: ['ERR_NO_TICKET_VIEW_FOUND', 'ERR_NO_PERMISSION'],
});
