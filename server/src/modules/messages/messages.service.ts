import type { Actor } from '@balcao/shared/contract/roles.ts';
import { AppError } from '@balcao/shared/errors.ts';
import { mediaKind } from '@balcao/shared/features/media/media-kind.ts';
import type { TemplateChoice } from '@balcao/shared/features/message-templates/row.ts';
import {
  asParameter,
  filledTemplate,
  type QueuedTemplate,
  queuedTemplate,
} from '@balcao/shared/features/message-templates/template-text.ts';
import type { MailEnvelope } from '@balcao/shared/features/messages/mail-envelope.ts';
import { messagePreview } from '@balcao/shared/features/messages/preview.ts';
import type { MessageType } from '@balcao/shared/features/messages/row.ts';
import { sightOf } from '@balcao/shared/permissions.ts';
import { v7 as uuidv7 } from 'uuid';
import type { Tx } from '../../platform/db/client.ts';
import * as media from '../media/media.service.ts';
import { chosenTemplate } from '../message-templates/message-templates.service.ts';
import { noteCause } from '../ticket-timeline/causes.service.ts';
import { type LockedTicket, lockVisible, mayTouch, otherAgentError } from '../tickets/locked-ticket.ts';
import { sendingConnection } from '../tickets/sending-connection.ts';
import { mayBeAnswered } from '../tickets/service-window.service.ts';
import { markMessagesRead, type TicketsService } from '../tickets/tickets.service.ts';
import { lockMessage } from './message-changes.repo.ts';
import { actAs } from './message-steps.service.ts';
import * as repo from './messages.repo.ts';

interface OutgoingMessage {
  /** Made by the console; absent for callers without an outbox. */
  id?: string | undefined;
  ticketId: number;
  body: string;
  mediaId: string | null;
  /** The caller has a link that opens the file, and so may send whosever it is. */
  isLinked?: boolean;
  quotedMsgId: string | null;
  /** Then the body is what it says. */
  template?: TemplateChoice | undefined;
  /** In a mail, of a file: the message with whose words it goes, which comes after it. */
  mailOf?: string | undefined;
  /** In a mail, of its words: subject and copies, where they are not those of what it answers. */
  mail?: MailEnvelope | undefined;
  /** The agent who answers has read what came until then; absent: everything. */
  seenAt?: string | undefined;
}

export interface MessagesService {
  /**
   * Stores a message as `queued`; the connection's owner sends it. The same id twice is one message.
   * Through which connection: sending-connection, whose errors it throws too.
   * Throws the ticket's errors (tickets.service), ERR_TICKET_NOT_ACCEPTED while it is pending, ERR_TICKET_CLOSED,
   * ERR_OTHER_OPEN_TICKET {name}, ERR_NO_MEDIA_FOUND, ERR_MEDIA_NOT_READY, ERR_NO_MESSAGE_FOUND for a quoted message of
   * somebody else, ERR_VALIDATION for nothing to send or a template with a file, ERR_OUTSIDE_SERVICE_WINDOW,
   * ERR_NO_TEMPLATE_FOUND, ERR_TEMPLATE_PARAMETERS, ERR_IDEMPOTENCY_KEY_REUSED for an id of another message.
   *
   * @returns the message's id
   */
  send(tx: Tx, actor: Actor, message: OutgoingMessage): Promise<string>;
  /**
   * Sends a message that the messenger refused once more, under the messenger's id that it already has: it can arrive
   * only once. Changes nothing when it has not failed. Throws the ticket's errors like `send`, and
   * ERR_NO_MESSAGE_FOUND.
   *
   * @param message.ticketId null: the message's own
   */
  retry(tx: Tx, actor: Actor, message: { id: string; ticketId: number | null }): Promise<void>;
  /**
   * Sends the content of a message that the actor sees into another ticket. Throws like `send`, and
   * ERR_FORWARD_WAPP_MSG for what cannot be sent again, and as `media.assertStored`.
   *
   * @returns the new message's id
   */
  forward(
    tx: Tx,
    actor: Actor,
    message: Pick<OutgoingMessage, 'id' | 'ticketId' | 'seenAt'> & { ofId: string },
  ): Promise<string>;
  /**
   * The same into the actor's conversation with a contact. Throws also like `TicketsService.conversationWith`.
   *
   * @returns the new message's id
   */
  forwardTo(
    tx: Tx,
    actor: Actor,
    message: Pick<OutgoingMessage, 'id' | 'seenAt'> & { contactId: number; ofId: string },
  ): Promise<string>;
}

interface Dependencies {
  clock: () => Date;
  tickets: Pick<TicketsService, 'conversationWith'>;
}

/** For whoever has made sure that the customer may be written to. */
export { insertSaid } from './messages.repo.ts';

/** As `repo.insertQueued` does. ERR_OUTSIDE_SERVICE_WINDOW when the messenger's hours for answers have passed. */
async function insertQueued(tx: Tx, message: repo.QueuedMessage): Promise<Date | undefined> {
  if (!message.template && !(await mayBeAnswered(tx, message, message.at)))
    throw new AppError('ERR_OUTSIDE_SERVICE_WINDOW');
  return repo.insertQueued(tx, message);
}

const FORWARDABLE: readonly MessageType[] = [
  'chat',
  'image',
  'audio',
  'video',
  'application',
  'sticker',
  'locationMessage',
  'vcard',
];

export function createMessagesService({ clock, tickets }: Dependencies): MessagesService {
  return {
    send: (tx, actor, message) => send(tx, actor, message, clock),
    forward: (tx, actor, message) => forward(tx, actor, message, clock),

    async forwardTo(tx, actor, { contactId, ...message }) {
      // A repetition may arrive after the conversation was closed.
      const known = message.id ? await repo.findOwner(tx, actor.companyId, message.id) : undefined;
      if (known && known.contactId !== contactId) throw new AppError('ERR_IDEMPOTENCY_KEY_REUSED');
      const ticketId = known?.ticketId ?? (await tickets.conversationWith(tx, actor, contactId));
      return forward(tx, actor, { ...message, ticketId }, clock);
    },

    async retry(tx, actor, { id, ticketId }) {
      const inTicket = ticketId ?? (await repo.findOwner(tx, actor.companyId, id))?.ticketId;
      if (inTicket === undefined) throw new AppError('ERR_NO_MESSAGE_FOUND');
      const ticket = await lockVisible(tx, actor, inTicket);
      const stored = await repo.findOwner(tx, actor.companyId, id);
      if (stored?.ticketId !== inTicket) throw new AppError('ERR_NO_MESSAGE_FOUND');
      await assertMayWrite(tx, actor, ticket);
      const place = { companyId: actor.companyId, ticketId: inTicket, connectionId: ticket.connectionId };
      if (!stored.isTemplate && !(await mayBeAnswered(tx, place, clock())))
        throw new AppError('ERR_OUTSIDE_SERVICE_WINDOW');
      await actAs(tx, actor);
      await repo.requeueFailed(tx, actor.companyId, id);
    },
  };
}

async function send(tx: Tx, actor: Actor, message: OutgoingMessage, clock: () => Date): Promise<string> {
  const { id = uuidv7() } = message;
  const isSent = () => isRepetition(tx, actor, { ...message, id });
  // Before the ticket: a repetition may arrive after it was closed, or went where the actor does not see it.
  if (message.id && (await isSent())) return id;

  const ticket = await lockVisible(tx, actor, message.ticketId);
  await assertIsMine(tx, actor, ticket);
  const isEmpty = message.body.trim() === '' && !message.mediaId;
  if (message.template ? message.mediaId : isEmpty) throw new AppError('ERR_VALIDATION');
  if (message.quotedMsgId && !(await repo.isOfContact(tx, actor, message.quotedMsgId, ticket.contactId)))
    throw new AppError('ERR_NO_MESSAGE_FOUND');

  const file = message.mediaId
    ? await media.findSendable(tx, actor, message.mediaId, message.isLinked)
    : null;
  const mediaType: MessageType = file ? mediaKind(file.mime) : 'chat';
  const connectionId = await sendingConnection(tx, actor, ticket);
  const { body, template } = await wordsOf(tx, actor.companyId, connectionId, message);
  const content = { body, template, mediaType, mediaId: file?.id ?? null, quotedId: message.quotedMsgId };
  const { mailOf, mail } = message;
  const queued = queuedMessage(
    actor,
    ticket,
    { id, connectionId, at: clock() },
    { ...content, forwarded: false, mailOf, mail },
  );
  return queueAnswer(tx, queued, { isSent, fileName: file?.name, seenAt: message.seenAt });
}

async function forward(
  tx: Tx,
  actor: Actor,
  { ticketId, ofId, seenAt, ...message }: Parameters<MessagesService['forward']>[2],
  clock: () => Date,
): Promise<string> {
  const { id = uuidv7() } = message;
  const isSent = () => isForwarded(tx, actor, { id, ticketId });
  // As in `send`. What it was taken from may be out of sight by now as well, or say something else.
  if (message.id && (await isSent())) return id;

  const ticket = await lockVisible(tx, actor, ticketId);
  const of = await lockMessage(tx, actor.companyId, ofId);
  if (!of || !sightOf(actor)(of.scopes)) throw new AppError('ERR_NO_MESSAGE_FOUND');
  const { body, mediaType, mediaId } = of;
  await assertIsMine(tx, actor, ticket);
  // A card may have no words.
  const isEmpty = body === '' && mediaId === null;
  if (!FORWARDABLE.includes(mediaType) || isEmpty || of.isDeleted || of.viewOnce)
    throw new AppError('ERR_FORWARD_WAPP_MSG');
  if (mediaId) media.assertStored(of.mediaState);
  const connectionId = await sendingConnection(tx, actor, ticket);
  const content = { body, mediaType, mediaId, quotedId: null, forwarded: true };
  const queued = queuedMessage(actor, ticket, { id, connectionId, at: clock() }, content);
  return queueAnswer(tx, queued, { isSent, fileName: of.mediaName, seenAt });
}

/** A message of the actor's, on its way from a ticket. */
function queuedMessage(
  actor: Actor,
  ticket: LockedTicket,
  place: Pick<repo.QueuedMessage, 'id' | 'connectionId' | 'at'>,
  content: Pick<
    repo.QueuedMessage,
    'body' | 'template' | 'mediaType' | 'mediaId' | 'quotedId' | 'forwarded' | 'mailOf' | 'mail'
  >,
): repo.QueuedMessage {
  const { companyId, userId } = actor;
  const { id: ticketId, contactId } = ticket;
  return { companyId, ticketId, contactId, userId, ...saidBy(actor), ...place, ...content };
}

/** Puts it into the outbox, once: with it the customer's words count as read, and the ticket shows it. */
async function queueAnswer(
  tx: Tx,
  message: repo.QueuedMessage,
  how: { isSent(): Promise<boolean>; fileName?: string | null | undefined; seenAt?: string | undefined },
): Promise<string> {
  const { companyId, id, ticketId, mediaType, body } = message;
  const at = await insertQueued(tx, message);
  if (!at) {
    // Perhaps by this very message, which was sent twice at once.
    if (await how.isSent()) return id;
    throw new AppError('ERR_IDEMPOTENCY_KEY_REUSED');
  }
  noteCause(tx, { messageId: id, event: null, saidBy: 'us' });
  const preview = messagePreview(mediaType, body || (how.fileName ?? ''));
  await markMessagesRead(tx, companyId, ticketId, how.seenAt);
  await repo.noteAnswer(tx, companyId, ticketId, preview, at);
  return id;
}

/** What the customer reads, and the template that says it. ERR_NO_TEMPLATE_FOUND, ERR_TEMPLATE_PARAMETERS. */
export async function wordsOf(
  tx: Tx,
  companyId: number,
  connectionId: number,
  { body, template: choice }: { body: string; template?: TemplateChoice | undefined },
): Promise<{ body: string; template: QueuedTemplate | null }> {
  if (!choice) return { body, template: null };
  const { template, parameters } = await chosenTemplate(tx, companyId, connectionId, choice);
  return { body: filledTemplate(template, parameters), template: queuedTemplate(template, parameters) };
}

/** Nothing for a person, whose message says it. */
const saidBy = ({ userId }: Actor) => (userId === null ? { saidBy: 'api' as const } : {});

/** What is in a conversation changes through the connection that it went through. */
export async function assertMayWrite(tx: Tx, actor: Actor, ticket: LockedTicket): Promise<void> {
  await assertIsMine(tx, actor, ticket);
  if (!ticket.hasConnection) throw new AppError('ERR_NO_WAPP_FOUND');
}

/** A person writes only into an accepted conversation that is their own. */
async function assertIsMine(tx: Tx, actor: Actor, ticket: LockedTicket): Promise<void> {
  if (ticket.status === 'closed') throw new AppError('ERR_TICKET_CLOSED');
  if (ticket.status === 'pending') throw new AppError('ERR_TICKET_NOT_ACCEPTED');
  if (!mayTouch(actor, ticket)) throw await otherAgentError(tx, actor, ticket);
}

async function isRepetition(
  tx: Tx,
  { companyId, userId }: Actor,
  { quotedMsgId: quotedId, template: choice, ...message }: OutgoingMessage & { id: string },
): Promise<boolean> {
  const template = choice ? { ...choice, parameters: choice.parameters.map(asParameter) } : null;
  const same = await repo.isSame(tx, { ...message, companyId, userId, quotedId, template });
  if (same === false) throw new AppError('ERR_IDEMPOTENCY_KEY_REUSED');
  return same === true;
}

async function isForwarded(
  tx: Tx,
  { companyId, userId }: Actor,
  { id, ticketId }: { id: string; ticketId: number },
): Promise<boolean> {
  const known = await repo.findOwner(tx, companyId, id);
  if (!known) return false;
  if (known.ticketId === ticketId && known.userId === userId && known.forwarded) return true;
  throw new AppError('ERR_IDEMPOTENCY_KEY_REUSED');
}
