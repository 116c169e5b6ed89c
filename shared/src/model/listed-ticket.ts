import { z } from 'zod';
import { connection } from './connection.ts';
import { contact } from './contact.ts';
import { queue } from './queue.ts';
import { tag } from './tag.ts';
import { ticket } from './ticket.ts';
import { user } from './user.ts';

/** A ticket with those around it, as lists show it: REST answers it, and screens of the console are given it. */
export const listedTicket = ticket.extend({
  contact: contact.pick({ id: true, name: true, number: true, email: true, profilePicUrl: true }),
  queue: queue.pick({ id: true, name: true, color: true }).nullable(),
  user: user.pick({ id: true, name: true }).nullable(),
  whatsapp: connection.pick({ id: true, name: true }).nullable(),
  /** Tags in the order of their creation. */
  tags: z.array(tag),
});
