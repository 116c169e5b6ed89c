import { z } from 'zod';
import { MESSAGE_MAX_CHARS } from '../../constants.ts';
import { id, uuid } from '../../fields.ts';
import { command } from './command.ts';
import { written } from './message.ts';

export const noteMutations = {
  /** A note for agents only; everyone who sees the ticket may write one, in a colleague's and in a closed one too. */
  'note.add': command({
    args: z.object({ id: uuid, ticketId: id, body: z.string().max(MESSAGE_MAX_CHARS) }),
    project(view, args, ctx) {
      const ticket = view.get('ticket', String(args.ticketId));
      if (!ticket) return;
      const content = {
        mediaType: 'note',
        media: null,
        quotedMsgId: null,
        quoted: null,
        forwarded: false,
      } as const;
      view.put('message', written(ticket, { ...content, id: args.id, body: args.body }, ctx));
    },
    redirect: (args, ticketId) => ({ ...args, ticketId }),
  }),
} as const;
