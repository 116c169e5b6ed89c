import { z } from 'zod';
import { MAX_MENTIONS, MESSAGE_MAX_CHARS } from '../../constants.ts';
import { command } from '../../contract/command.ts';
import { id, uuid } from '../../contract/fields.ts';
import { written } from '../messages/commands.ts';

export const noteMutations = {
  /** A note for agents only; everyone who sees the ticket may write one, in a colleague's and in a closed one too. */
  'note.add': command({
    args: z.object({
      id: uuid,
      ticketId: id,
      body: z.string().max(MESSAGE_MAX_CHARS),
      /** The colleagues whom it names: who may not see the ticket is left out. */
      mentionedIds: z.array(id).max(MAX_MENTIONS).optional(),
    }),
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
      const mentions = (args.mentionedIds ?? []).flatMap((userId) => {
        const name = view.get('user', String(userId))?.name;
        return name === undefined ? [] : [{ userId, name }];
      });
      const note = written(ticket, { ...content, id: args.id, body: args.body }, ctx);
      view.put('message', { ...note, mentions });
    },
    redirect: (args, ticketId) => ({ ...args, ticketId }),
  }),
} as const;
