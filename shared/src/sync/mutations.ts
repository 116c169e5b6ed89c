import { z } from 'zod';
import { contactFreeFields } from '../api/contacts.ts';
import { id, instant, uuid } from '../api/fields.ts';
import { MESSAGE_MAX_CHARS, MOST_TAGS, SCHEDULE } from '../constants.ts';
import { changedLine, messagePreview } from '../domain/message-preview.ts';
import { tagsAfter } from '../domain/tags-after.ts';
import {
  ACK,
  type EntityName,
  type MediaView,
  type MessageType,
  type QuotedMessage,
  type Row,
} from './entities.ts';

/**
 * The commands that a console may queue while it is offline, each with the pure projection
 * that shows its effect before the server has answered.
 */

/** What a projection may look at and change: the rows as the agent sees them now. */
export interface ProjectionView {
  get<E extends EntityName>(entity: E, id: string): Row<E> | undefined;
  put<E extends EntityName>(entity: E, row: Row<E>): void;
  remove(entity: EntityName, id: string): void;
  /** What a customer has written in a ticket since, as far as it is here, and nobody has read. */
  unreadSince(ticketId: number, seenAt: string): Unread;
  /** A file that this console has uploaded or will upload. */
  media(id: string): (MediaView & { mediaType: MessageType }) | undefined;
}

export type Unread = Pick<Row<'ticket'>, 'unreadMessages' | 'waitingSince'>;

export interface ProjectionContext {
  userId: number;
  /** ISO instant, in server time, at which the agent acted. */
  at: string;
}

interface MutationDefinition<A extends z.ZodType> {
  args: A;
  project(view: ProjectionView, args: z.output<A>, ctx: ProjectionContext): void;
}

const define = <A extends z.ZodType>(definition: MutationDefinition<A>) => definition;

const ticketArgs = z.object({ ticketId: id });
/**
 * `seenAt`: when the newest words of the customer were written that the console held when the agent acted. It may have
 * had no line for hours: what came later nobody has seen. Without it: everything is.
 */
const seen = z.object({ seenAt: instant.optional() });
const readArgs = ticketArgs.extend(seen.shape);
const tagIds = z.array(id).max(MOST_TAGS);
/** All the tags that the ticket has from now on; with `before`, what was seen then, only what differs is changed. */
const tagArgs = z.object({ ticketId: id, tagIds, before: tagIds.optional() });
const messageArgs = z.object({ id: uuid, ticketId: id });
const contactArgs = z.object({ contactId: id, change: contactFreeFields });
const transferArgs = z.object({ ticketId: id, userId: id.nullable(), queueId: id.nullable() });
const closeArgs = readArgs.extend({ silent: z.boolean().optional() });
const forwardToArgs = z.object({ id: uuid, contactId: id, ofId: uuid });
const noteArgs = z.object({ id: uuid, ticketId: id, body: z.string().max(MESSAGE_MAX_CHARS) });

/** A message that is written now and goes out at `sendAt`. */
export const scheduleFields = z.object({
  contactId: id,
  body: z.string().trim().min(SCHEDULE.minChars).max(MESSAGE_MAX_CHARS),
  sendAt: instant,
  mediaId: uuid.nullable(),
});
const scheduleArgs = scheduleFields.extend({ id: uuid });
const scheduleId = z.object({ id: uuid });

/** One sign as people see it, however many code points that takes. */
const isEmoji = (text: string) =>
  /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20E3/u.test(text) &&
  [...new Intl.Segmenter().segment(text)].length === 1;
export const emojiOrNothing = z
  .string()
  .max(40)
  .refine((text) => text === '' || isEmoji(text));

function patchTicket(view: ProjectionView, ticketId: number, patch: Partial<Row<'ticket'>>): void {
  const row = view.get('ticket', String(ticketId));
  if (row) view.put('ticket', { ...row, ...patch });
}

/** Said anew, for everyone; the list, too, shows what its ticket's last message says now. */
function changeMessage(view: ProjectionView, messageId: string, patch: Partial<Row<'message'>>): void {
  const row = view.get('message', messageId);
  if (!row) return;
  const changed = { ...row, ...patch, errorCode: null };
  view.put('message', changed);
  const ticket = view.get('ticket', String(row.ticketId));
  if (ticket && Date.parse(row.createdAt) >= Date.parse(ticket.lastMessageAt))
    patchTicket(view, ticket.id, {
      lastMessage: changedLine({ ...changed, name: row.media?.name ?? null }),
    });
}

type Content = Pick<
  Row<'message'>,
  'id' | 'body' | 'mediaType' | 'media' | 'quotedMsgId' | 'quoted' | 'forwarded'
>;

/** An agent's own words, in this moment. */
function written(ticket: Row<'ticket'>, content: Content, { userId, at }: ProjectionContext): Row<'message'> {
  return {
    ...content,
    ticketId: ticket.id,
    contactId: ticket.contactId,
    participantName: '',
    userId,
    fromMe: true,
    quotedSnippet: '',
    ack: ACK.pending,
    errorCode: null,
    read: true,
    isDeleted: false,
    isEdited: false,
    reactions: [],
    poll: null,
    viewOnce: false,
    createdAt: at,
  };
}

const NOTHING_UNREAD: Unread = { unreadMessages: 0, waitingSince: null };

const unseen = (view: ProjectionView, { ticketId, seenAt }: z.output<typeof readArgs>): Unread =>
  seenAt === undefined ? NOTHING_UNREAD : view.unreadSince(ticketId, seenAt);

/** A message of ours that has just been written: it stands in its ticket and is the newest there. */
function putAnswer(
  view: ProjectionView,
  ticket: Row<'ticket'>,
  args: z.output<typeof readArgs>,
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

export const MUTATIONS = {
  'ticket.accept': define({
    args: ticketArgs,
    project: (view, { ticketId }, { userId, at }) =>
      patchTicket(view, ticketId, { status: 'open', userId, updatedAt: at }),
  }),
  /**
   * One that nobody had taken is of whoever closes it. `silent`: the customer is sent nothing, neither the question for a
   * rating nor the completion message. Refused over words that nobody has seen.
   */
  'ticket.close': define({
    args: closeArgs,
    project(view, args, { userId, at }) {
      if (unseen(view, args).unreadMessages > 0) return;
      const row = view.get('ticket', String(args.ticketId));
      const closed = { status: 'closed', userId: row?.userId ?? userId } as const;
      patchTicket(view, args.ticketId, { ...closed, ...NOTHING_UNREAD, updatedAt: at });
    },
  }),
  'ticket.reopen': define({
    args: ticketArgs,
    project: (view, { ticketId }, { userId, at }) =>
      patchTicket(view, ticketId, { status: 'open', userId, updatedAt: at }),
  }),
  /**
   * To an agent, to the agents of a queue, or to an agent in a queue. `userId` null: to whoever takes it there;
   * `queueId` null: its queue stays.
   */
  'ticket.transfer': define({
    args: transferArgs,
    project(view, { ticketId, userId, queueId }, { at }) {
      const row = view.get('ticket', String(ticketId));
      if (!row || (userId === null && queueId === null)) return;
      const status = userId === null ? 'pending' : 'open';
      const waitingSince = row.waitingSince ?? (status === 'pending' ? at : null);
      view.put('ticket', {
        ...row,
        status,
        userId,
        queueId: queueId ?? row.queueId,
        waitingSince,
        updatedAt: at,
      });
    },
  }),
  /** Back to those who wait in its queue. */
  'ticket.return': define({
    args: ticketArgs,
    project(view, { ticketId }, { at }) {
      const waitingSince = view.get('ticket', String(ticketId))?.waitingSince ?? at;
      patchTicket(view, ticketId, { status: 'pending', userId: null, waitingSince, updatedAt: at });
    },
  }),
  'ticket.markRead': define({
    args: readArgs,
    project: (view, args) =>
      patchTicket(view, args.ticketId, { unreadMessages: unseen(view, args).unreadMessages }),
  }),
  'ticket.setTags': define({
    args: tagArgs,
    project(view, { ticketId, ...change }) {
      const row = view.get('ticket', String(ticketId));
      if (row) view.put('ticket', { ...row, tagIds: tagsAfter(row.tagIds, change) });
    },
  }),
  'message.send': define({
    args: messageArgs.extend({
      ...seen.shape,
      body: z.string().max(MESSAGE_MAX_CHARS),
      mediaId: uuid.nullable(),
      quotedMsgId: uuid.nullable(),
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
      });
    },
  }),
  /** Sends the content of the message `ofId` into a ticket, as the new message `id`. */
  'message.forward': define({
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
  }),
  /**
   * The same to a contact: into the agent's conversation under way, into a waiting one that is accepted by it, or into a
   * new one. Which one the server knows alone, so the outbox shows it until then.
   */
  'message.forwardTo': define({
    args: forwardToArgs,
    project() {},
  }),
  /** For everyone, of what we sent. `ticketId` is the conversation in which the agent does it, here and below. */
  'message.delete': define({
    args: messageArgs,
    project: (view, args) => changeMessage(view, args.id, { isDeleted: true }),
  }),
  /** Of a text that we sent. */
  'message.edit': define({
    args: messageArgs.extend({ body: z.string().trim().min(1).max(MESSAGE_MAX_CHARS) }),
    project: (view, args) => changeMessage(view, args.id, { body: args.body, isEdited: true }),
  }),
  /** The company has one reaction to a message, whoever gives it; an empty emoji takes it back. */
  'message.react': define({
    args: messageArgs.extend({ emoji: emojiOrNothing }),
    project(view, args, { userId }) {
      const row = view.get('message', args.id);
      if (!row) return;
      const name = view.get('user', String(userId))?.name ?? '';
      const others = row.reactions.filter(({ fromMe }) => !fromMe);
      const own = args.emoji ? [{ emoji: args.emoji, fromMe: true, name }] : [];
      view.put('message', { ...row, reactions: [...others, ...own], errorCode: null });
    },
  }),
  /** For a message that the server has and the messenger refused. One that the server refused is simply sent again. */
  'message.retry': define({
    args: messageArgs,
    project(view, { id: messageId }) {
      const row = view.get('message', messageId);
      if (row?.ack === ACK.error) view.put('message', { ...row, ack: ACK.pending, errorCode: null });
    },
  }),
  /** The last writer wins. */
  'contact.update': define({
    args: contactArgs,
    project(view, { contactId, change }) {
      const row = view.get('contact', String(contactId));
      if (!row) return;
      const written = Object.entries(change).filter(([, value]) => value !== undefined);
      view.put('contact', { ...row, ...Object.fromEntries(written) });
    },
  }),
  'schedule.create': define({
    args: scheduleArgs,
    project: (view, args, { userId }) =>
      view.put('schedule', { ...planned(view, args), id: args.id, userId }),
  }),
  /** Everything that it says; not once it is sent. */
  'schedule.update': define({
    args: scheduleArgs,
    project(view, args) {
      const row = view.get('schedule', args.id);
      if (row && row.sentAt === null) view.put('schedule', { ...row, ...planned(view, args, row) });
    },
  }),
  /** Not once it is sent. */
  'schedule.cancel': define({
    args: scheduleId,
    project(view, args) {
      if (view.get('schedule', args.id)?.sentAt === null) view.remove('schedule', args.id);
    },
  }),
  /** For the agents alone; whoever sees the ticket may write one, in a colleague's and in a closed one too. */
  'note.add': define({
    args: noteArgs,
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
  }),
} as const;

/** A message as those show it that quote it. */
export function quotedOf(row: Row<'message'>): QuotedMessage {
  const { id: messageId, body, fromMe, participantName, mediaType, isDeleted, createdAt } = row;
  return { id: messageId, body, fromMe, participantName, mediaType, isDeleted, createdAt };
}

/** What an agent decides of a scheduled message. @param before it had this file */
function planned(
  view: ProjectionView,
  { contactId, body, sendAt, mediaId }: z.output<typeof scheduleFields>,
  before?: Row<'schedule'>,
): Omit<Row<'schedule'>, 'id' | 'userId'> {
  const known = before?.contactId === contactId ? before.contact.name : '';
  const file = mediaId === null ? undefined : view.media(mediaId);
  const kept = before?.media?.id === mediaId ? before.media : null;
  return {
    contactId,
    contact: { name: view.get('contact', String(contactId))?.name ?? known },
    body,
    media: file ? withoutType(file) : kept,
    sendAt,
    sentAt: null,
    status: 'PENDENTE',
    errorCode: null,
  };
}

function withoutType({ mediaType: _type, ...media }: MediaView & { mediaType: MessageType }): MediaView {
  return media;
}

export type MutationName = keyof typeof MUTATIONS;
export type MutationArgs<N extends MutationName> = z.output<(typeof MUTATIONS)[N]['args']>;

export const MUTATION_NAMES = Object.keys(MUTATIONS) as MutationName[];

/**
 * What is said in a ticket, or of it, goes on in the one that it proved to be. What was decided about its state is not done
 * there: whoever decided has not looked at that conversation.
 */
const GOES_ON = new Set<MutationName>([
  'ticket.setTags',
  'message.send',
  'message.retry',
  'message.forward',
  'message.delete',
  'message.edit',
  'message.react',
  'note.add',
]);

/** @returns what a command in a ticket that is gone says in the one that goes on, where nothing had been seen; null: nothing */
export function argsThere<N extends MutationName>(
  name: N,
  args: MutationArgs<N>,
  ticketId: number,
): MutationArgs<N> | null {
  if (!GOES_ON.has(name)) return null;
  const { shape } = MUTATIONS[name].args;
  return { ...args, ticketId, ...('seenAt' in shape ? { seenAt: new Date(0).toISOString() } : {}) };
}

/**
 * `seq` counts per client from 1 without gaps. `id` is the command's own, and stays when a console takes a new name and
 * its commands new numbers: one that has run before is answered as it was then. `at` is when the agent acted, in server time
 * as the console knows it.
 */
export const mutation = z.discriminatedUnion('name', [
  envelope('ticket.accept', ticketArgs),
  envelope('ticket.close', closeArgs),
  envelope('ticket.reopen', ticketArgs),
  envelope('ticket.transfer', transferArgs),
  envelope('ticket.return', ticketArgs),
  envelope('ticket.markRead', readArgs),
  envelope('ticket.setTags', tagArgs),
  envelope('message.send', MUTATIONS['message.send'].args),
  envelope('message.retry', messageArgs),
  envelope('contact.update', contactArgs),
  envelope('message.forward', MUTATIONS['message.forward'].args),
  envelope('message.forwardTo', forwardToArgs),
  envelope('message.delete', messageArgs),
  envelope('message.edit', MUTATIONS['message.edit'].args),
  envelope('message.react', MUTATIONS['message.react'].args),
  envelope('note.add', noteArgs),
  envelope('schedule.create', scheduleArgs),
  envelope('schedule.update', scheduleArgs),
  envelope('schedule.cancel', scheduleId),
]);
export type Mutation = z.output<typeof mutation>;

function envelope<N extends MutationName, A extends z.ZodType>(name: N, args: A) {
  return z.object({
    seq: z.int().positive(),
    id: uuid.optional(),
    name: z.literal(name),
    args,
    at: z.iso.datetime({ offset: true }),
  });
}

/** Applies the projection of one queued command. */
export function project(
  view: ProjectionView,
  command: Pick<Mutation, 'name' | 'args' | 'at'>,
  userId: number,
): void {
  const definition = MUTATIONS[command.name] as MutationDefinition<z.ZodType>;
  definition.project(view, command.args, { userId, at: command.at });
}
