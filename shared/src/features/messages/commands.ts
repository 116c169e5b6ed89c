import { z } from 'zod';
import { commandOn, type ProjectionContext, type RowView } from '../../contract/command.ts';
import { id, uuid } from '../../contract/fields.ts';
import { type FilesView, withoutType } from '../media/typed-media.ts';
import { templateChoice } from '../message-templates/row.ts';
import { patchTicket, seen, unseen } from '../tickets/commands.ts';
import type { TicketRow } from '../tickets/row.ts';
import type { UnreadView } from '../tickets/unread.ts';
import type { UserRow } from '../users/row.ts';
import { MESSAGE_MAX_CHARS } from './limits.ts';
import { cardOfMail, mailEnvelope } from './mail-envelope.ts';
import { changedLine, messagePreview } from './preview.ts';
import type { MessageRow } from './row.ts';
import { ACK, type QuotedMessage } from './row.ts';

type View = RowView<{ ticket: TicketRow; message: MessageRow; user: UserRow }> & UnreadView & FilesView;
const command = commandOn<View>();

/** `ticketId` is the conversation in which the agent acts. */
const messageArgs = z.object({ id: uuid, ticketId: id });
const inSuccessor = <A extends z.output<typeof messageArgs>>(args: A, ticketId: number): A => ({
  ...args,
  ticketId,
});
/** The agent had seen nothing of what the customer wrote in the ticket that followed. */
const unseenInSuccessor = <A extends z.output<typeof messageArgs>>(args: A, ticketId: number): A => ({
  ...args,
  ticketId,
  seenAt: new Date(0).toISOString(),
});

/** One emoji as people see it, however many code points it has. */
const isEmoji = (text: string) =>
  /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20E3/u.test(text) &&
  [...new Intl.Segmenter().segment(text)].length === 1;
export const emojiOrNothing = z
  .string()
  .max(40)
  .refine((text) => text === '' || isEmoji(text));

type Content = Pick<
  MessageRow,
  'id' | 'body' | 'mediaType' | 'media' | 'quotedMsgId' | 'quoted' | 'forwarded'
> &
  Partial<Pick<MessageRow, 'card'>>;

/** The row of what an agent writes in this moment. */
export function written(ticket: TicketRow, content: Content, { userId, at }: ProjectionContext): MessageRow {
  return {
    card: null,
    ...content,
    ticketId: ticket.id,
    contactId: ticket.contactId,
    participantName: '',
    userId,
    fromMe: true,
    origin: 'person',
    quotedSnippet: '',
    ack: ACK.pending,
    errorCode: null,
    read: true,
    isDeleted: false,
    isEdited: false,
    reactions: [],
    poll: null,
    tap: null,
    referral: null,
    viewOnce: false,
    mentions: [],
    createdAt: at,
  };
}

/** A new message of ours: it appears in its ticket and is the newest there. */
function putAnswer(
  view: View,
  ticket: TicketRow,
  args: Parameters<typeof unseen>[1],
  ctx: ProjectionContext,
  content: Content,
): void {
  view.put('message', written(ticket, content, ctx));
  view.put('ticket', {
    ...ticket,
    lastMessage: messagePreview(content.mediaType, content.body || (content.media?.name ?? '')),
    lastMessageAt: ctx.at,
    updatedAt: ctx.at,
    ...unseen(view, args),
  });
}

/** Changes a message for everyone; the list also shows the new text of its ticket's last message. */
function changeMessage(view: View, messageId: string, patch: Partial<MessageRow>): void {
  const row = view.get('message', messageId);
  if (!row) return;
  const changed = { ...row, ...patch, errorCode: null };
  view.put('message', changed);
  const ticket = view.get('ticket', String(row.ticketId));
  if (ticket && Date.parse(row.createdAt) >= Date.parse(ticket.lastMessageAt))
    patchTicket(view, ticket.id, {
      lastMessage: changedLine({
        ...changed,
        cardKind: changed.card?.kind ?? null,
        name: row.media?.name ?? null,
      }),
    });
}

export const messageMutations = {
  'message.send': command({
    args: messageArgs.extend({
      ...seen.shape,
      /** With a template it is what the customer will read of it, as the console knows it; the server's words count. */
      body: z.string().max(MESSAGE_MAX_CHARS),
      mediaId: uuid.nullable(),
      quotedMsgId: uuid.nullable(),
      template: templateChoice.optional(),
      /** In a mail, of a file: the message with whose words it goes. It comes after all of its files. */
      mailOf: uuid.optional(),
      /** In a mail, of its words: subject and copies, where they are not those of what it answers. */
      mail: mailEnvelope.optional(),
    }),
    project(view, args, ctx) {
      const ticket = view.get('ticket', String(args.ticketId));
      if (!ticket) return;
      const quoted = args.quotedMsgId === null ? undefined : view.get('message', args.quotedMsgId);
      const file = args.mediaId ? view.media(args.mediaId) : undefined;
      putAnswer(view, ticket, args, ctx, {
        id: args.id,
        body: args.body,
        mediaType: file?.mediaType ?? 'chat',
        media: file ? withoutType(file) : null,
        quotedMsgId: args.quotedMsgId,
        quoted: quoted ? quotedOf(quoted) : null,
        forwarded: false,
        card: args.mail ? cardOfMail(args.mail) : null,
      });
    },
    redirect: unseenInSuccessor,
  }),
  /** Sends the content of the message `ofId` into a ticket, as the new message `id`. */
  'message.forward': command({
    args: messageArgs.extend({ ...seen.shape, ofId: uuid }),
    project(view, args, ctx) {
      const ticket = view.get('ticket', String(args.ticketId));
      const of = view.get('message', args.ofId);
      if (!ticket || !of) return;
      putAnswer(view, ticket, args, ctx, {
        id: args.id,
        body: of.body,
        mediaType: of.mediaType,
        media: of.media,
        quotedMsgId: null,
        quoted: null,
        forwarded: true,
      });
    },
    redirect: unseenInSuccessor,
  }),
  /**
   * The same to a contact: into the agent's conversation under way, into a waiting one that is accepted by it, or into
   * a new one. Which one the server knows alone, so the outbox shows it until then.
   */
  'message.forwardTo': command({
    args: z.object({ id: uuid, contactId: id, ofId: uuid }),
    project() {},
  }),
  /** Deletes a message of ours for everyone. */
  'message.delete': command({
    args: messageArgs,
    project: (view, args) => changeMessage(view, args.id, { isDeleted: true }),
    redirect: inSuccessor,
  }),
  /** Changes a text that we sent. */
  'message.edit': command({
    args: messageArgs.extend({ body: z.string().trim().min(1).max(MESSAGE_MAX_CHARS) }),
    project: (view, args) => changeMessage(view, args.id, { body: args.body, isEdited: true }),
    redirect: inSuccessor,
  }),
  /** The company has one reaction to a message, whichever agent sets it; an empty emoji removes it. */
  'message.react': command({
    args: messageArgs.extend({ emoji: emojiOrNothing }),
    project(view, args, { userId }) {
      const row = view.get('message', args.id);
      if (!row) return;
      const name = view.get('user', String(userId))?.name ?? '';
      const others = row.reactions.filter(({ fromMe }) => !fromMe);
      const own = args.emoji ? [{ emoji: args.emoji, fromMe: true, name }] : [];
      view.put('message', { ...row, reactions: [...others, ...own], errorCode: null });
    },
    redirect: inSuccessor,
  }),
  /**
   * Retries a message that the server has and the messenger refused. One that the server refused is simply sent again.
   */
  'message.retry': command({
    args: messageArgs,
    project(view, { id: messageId }) {
      const row = view.get('message', messageId);
      if (row?.ack === ACK.error) view.put('message', { ...row, ack: ACK.pending, errorCode: null });
    },
    redirect: inSuccessor,
  }),
} as const;

/** A message as those show it that quote it. */
export function quotedOf(row: MessageRow): QuotedMessage {
  const { id: messageId, body, fromMe, participantName, mediaType, isDeleted, createdAt } = row;
  const cardKind = row.card?.kind ?? null;
  return { id: messageId, body, fromMe, participantName, mediaType, cardKind, isDeleted, createdAt };
}
