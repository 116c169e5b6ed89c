import { z } from 'zod';
import { connection } from '../connections/row.ts';
import { contact } from '../contacts/row.ts';
import { queue } from '../queues/row.ts';
import { tag } from '../tags/row.ts';
import { ticket } from '../tickets/row.ts';
import { user } from '../users/row.ts';

/** A ticket with those around it, as lists show it: REST answers it, and screens of the console are given it. */
export const listedTicket = ticket.extend({
  contact: contact.pick({ id: true, name: true, number: true, email: true, profilePicUrl: true }),
  queue: queue.pick({ id: true, name: true, color: true }).nullable(),
  user: user.pick({ id: true, name: true }).nullable(),
  whatsapp: connection.pick({ id: true, name: true }).nullable(),
  /** Tags in the order of their creation. */
  tags: z.array(tag),
});
