import { z } from 'zod';
import { connection } from '../connections/row.ts';
import { listedTicket } from './listed-ticket.ts';

/** A ticket with what a list item shows, as the agent sees it now: queued commands included. */
export const ticketItem = listedTicket.extend({
  whatsapp: connection.pick({ id: true, name: true, kind: true, channel: true, status: true, reason: true }),
  /** Commands on this ticket are waiting for the server. */
  queued: z.boolean(),
  /** First in this person's lists. */
  pinned: z.boolean(),
});
