import { z } from 'zod';
import { route } from '../../contract/call.ts';
import { idText, language } from '../../contract/fields.ts';

/**
 * The conversation of a ticket's contact, of all tickets that the caller sees, as a ZIP that is handed on: pages to read
 * and to print, with the times of each message and what became of it, the files, and `SHA256SUMS.txt` with the hash of
 * every page and file, as `sha256sum -c` checks it. What agents tell each other is not in it. A file that is gone is named
 * in the page. It is written in `language`, else in the one of the contact, as far as the country of the number tells it,
 * else in the company's.
 */
export const downloadConversation = route({
  method: 'GET',
  path: '/messages/:ticketId/document',
  access: 'session',
  waitsFor: 'outside',
  noted: 'inside',
  grows: true,
  params: z.object({ ticketId: idText }),
  query: z.object({ language: language.optional() }),
  errors: ['ERR_NO_TICKET_FOUND', 'ERR_TICKET_FOREIGN_QUEUE'],
});
