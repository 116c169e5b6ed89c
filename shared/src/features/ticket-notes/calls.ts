import { z } from 'zod';
import { route } from '../../contract/call.ts';
import { id, idText, pageNumber, uuid } from '../../contract/fields.ts';
import { MAX_MENTIONS } from '../mentions/limits.ts';
import { MESSAGE_MAX_CHARS } from '../messages/limits.ts';
import { message } from '../messages/row.ts';

/** Private notes: messages among agents in a conversation. They are rows of its messages. */

/** Notes on a contact in all tickets that the caller sees, or in one ticket; newest first. */
export const listTicketNotes = route({
  method: 'GET',
  path: '/ticket-notes',
  access: 'session',
  tool: true,
  query: z.object({ contactId: idText, ticketId: idText.optional(), pageNumber }),
  response: z.object({ notes: z.array(message), hasMore: z.boolean() }),
  errors: ['ERR_NO_CONTACT_FOUND'],
});

/** Writes a note into a conversation that the company's people read, and the customer never. */
export const addTicketNote = route({
  method: 'POST',
  path: '/ticket-notes',
  access: 'session',
  tool: true,
  body: z.object({
    ticketId: id,
    body: z.string().trim().min(1).max(MESSAGE_MAX_CHARS),
    /** Colleagues whom it names, with an `@` before the name. Who may not see the ticket is left out. */
    mentionedIds: z.array(id).max(MAX_MENTIONS).optional(),
  }),
  response: message,
  status: 201,
  errors: ['ERR_NO_TICKET_FOUND', 'ERR_TICKET_FOREIGN_QUEUE'],
});

/** Deletes one of the caller's own notes. */
export const deleteTicketNote = route({
  method: 'DELETE',
  path: '/ticket-notes/:noteId',
  access: 'session',
  closedToPrograms: 'ofPerson',
  screen: true,
  params: z.object({ noteId: uuid }),
  status: 204,
  errors: ['ERR_NO_MESSAGE_FOUND', 'ERR_NO_PERMISSION', 'ERR_ON_HOLD'],
});
