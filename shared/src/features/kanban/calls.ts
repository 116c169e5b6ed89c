import { z } from 'zod';
import { route } from '../../contract/call.ts';
import { id, idListText, instant, placeByTime } from '../../contract/fields.ts';
import { listedTicket } from '../ticket-list/listed-ticket.ts';

/** The board: conversations in lanes. */

const card = listedTicket.pick({ id: true, uuid: true, contact: true, lastMessage: true, tags: true });
export type CardView = z.output<typeof card>;

/**
 * The cards of the kanban board, the newest message first: open and pending tickets of these queues, or of none. Without
 * `users` the caller's own and the waiting ones; only those who see every ticket name others. `next`, JSON of which is
 * the `after` of the next request, leads to what is beyond KANBAN_PAGE cards.
 */
export const listCards = route({
  method: 'GET',
  path: '/ticket/kanban',
  access: 'session',
  plan: 'useKanban',
  query: z.object({ queueIds: idListText.optional(), users: idListText.optional(), after: placeByTime }),
  response: z.object({ tickets: z.array(card), next: z.tuple([instant, id]).nullable() }),
  errors: ['ERR_NO_PERMISSION'],
});
