import type { ChannelSession, InboundMessage } from '../channels/channel.ts';
import { answerCustomer, stopBot } from '../modules/bot/bot.service.ts';
import { mergeAll } from '../modules/contacts/merge.service.ts';
import {
  askedAt,
  type RatingAnswer,
  ratingAnswer,
  resume,
  takeComment,
  takeRating,
} from '../modules/ticket-rules/ratings.service.ts';
import { placeUnseen } from '../modules/ticket-rules/unseen-tickets.service.ts';
import { noteCause } from '../modules/ticket-timeline/causes.service.ts';
import { addTicketEvent } from '../modules/ticket-timeline/ticket-events.service.ts';
import { resumeForCustomer } from '../modules/tickets/snooze.service.ts';
import { goOn } from '../modules/web-chat/whatsapp-codes.service.ts';
import type { Tx } from '../platform/db/client.ts';
import { crashAt } from '../platform/failpoints.ts';
import type { Log } from '../platform/log.ts';
import type { Secrets } from '../platform/secrets.ts';
import { explainRefusal } from './calls.ts';
import { hearReply, keepAbsence, showCampaigns } from './campaign-replies.ts';
import { applyEarly } from './changes.ts';
import { contactFor } from './contacts.ts';
import { type Context, loadContext } from './context.ts';
import { fillPlaceholder, insertMessage, type Place, timeOfLate } from './store-message.ts';
import { type StoredContent, storedContent } from './stored-content.ts';
import { type KnownTicket, ticketFor } from './tickets.ts';

/** A message this young gets our own milliseconds, so that the order of arrival shows; the provider counts seconds. */
const LIVE_MS = 10_000;

/** A message that is being stored, and all that is known before the first row is written. */
interface Arrival {
  tx: Tx;
  log: Log;
  secrets: Secrets;
  session: ChannelSession;
  message: InboundMessage;
  content: StoredContent;
  context: Context;
  now: Date;
}

/** What is left to do when the transaction has committed. */
interface Received {
  /** Of the row that is new; null: it was there, or is none of the conversation's. */
  messageId: string | null;
  contactId: number;
  hasMedia: boolean;
  newGroup: boolean;
}

interface ReceiveDeps {
  log: Log;
  secrets: Secrets;
  clock: () => Date;
}

/**
 * Stores one message in at most six statements (one more brings back what was put off), step by step: each takes the arrival, and what the steps before it found.
 *
 * @returns null for what is stored already, or not to be stored
 */
export async function receive(
  { log, secrets, clock }: ReceiveDeps,
  session: ChannelSession,
  message: InboundMessage,
  tx: Tx,
): Promise<Received | null> {
  crashAt('receive.began');
  const context = await lookUp(tx, session, message);
  if (!context) return null;
  const content = storedContent(message.content);
  const arrival: Arrival = { tx, log, secrets, session, message, content, context, now: clock() };

  if (context.known) return fillKnown(arrival, context.known);
  if (context.isOfCampaign) return null;
  const contactId = await findContact(arrival);
  const noted = { messageId: null, contactId, hasMedia: false, newGroup: false };
  await joinVisitor(arrival, contactId);
  if (await noteProgram(arrival, contactId)) return { ...noted, hasMedia: content.media !== null };
  if (await takeAnswer(arrival, contactId)) return noted;
  if (await tellCampaign(arrival, contactId)) return noted;
  if (await keepAbsence({ tx, session, message, told: context.told, now: arrival.now })) return noted;
  if (await hearComment(arrival, contactId)) return { ...noted, hasMedia: content.media !== null };
  const { place, at } = await findTicket(arrival, contactId);
  await showCampaigns(tx, place, context.told, at);
  await wake(arrival, place);
  const messageId = await store(arrival, place, at);
  await followRules(arrival, place, at);

  crashAt('receive.stored');
  const newGroup = message.chat.kind === 'group' && context.contacts.length === 0;
  return { messageId, contactId, hasMedia: content.media !== null, newGroup };
}

/** All that the other steps must know. Several contacts that prove to be one person are merged first. */
async function lookUp(
  tx: Tx,
  { companyId, connectionId }: ChannelSession,
  { chat, ref }: InboundMessage,
): Promise<Context | null> {
  const context = await loadContext(tx, companyId, connectionId, chat, ref);
  if (chat.kind === 'group' && !context.groupsWanted) return null;
  if (context.contacts.length < 2) return context;
  await mergeAll(tx, companyId, context.contacts);
  return loadContext(tx, companyId, connectionId, chat, ref);
}

/** The message came before: nothing changes, unless it could not be read then and can be now: only now bot and rules hear it. */
async function fillKnown(arrival: Arrival, known: NonNullable<Context['known']>): Promise<Received | null> {
  const { tx, secrets, session, message, content, context } = arrival;
  const [contact] = context.contacts;
  if (!known.placeholder || content.placeholder || !contact) return null;
  const { companyId, connectionId } = session;
  const place = { companyId, connectionId, contactId: contact.id, ticketId: known.ticketId };
  await fillPlaceholder(tx, secrets, place, known.id, message, content);
  await applyOvertaken(arrival);
  if (context.ticket?.id === known.ticketId) {
    const saidBy = message.ref.fromMe ? ({ saidBy: 'us' } as const) : {};
    noteCause(tx, { messageId: known.id, event: null, ...saidBy });
    await followRules(arrival, place, message.at);
  }
  return { messageId: null, contactId: contact.id, hasMedia: content.media !== null, newGroup: false };
}

/** The contact of the message, made or brought up to date. */
function findContact({ tx, session, context, message }: Arrival): Promise<number> {
  return contactFor(tx, session.companyId, context.contacts[0], message);
}

/** Who brings the code of a visitor of our own pages is that visitor. */
async function joinVisitor(
  { tx, secrets, session, message, now }: Arrival,
  contactId: number,
): Promise<void> {
  const { chat, ref, content } = message;
  if (chat.kind === 'group' || ref.fromMe || content.kind !== 'text') return;
  await goOn(tx, secrets, { companyId: session.companyId, contactId }, { text: content.text, now });
}

/**
 * What a program writes stands in the conversation that there is, and opens none again: nobody waits for an answer, and
 * nothing of ours gives one. The wish to be left alone is heard from programs too.
 *
 * @returns false for what a person says, and where there is no conversation yet
 */
async function noteProgram(arrival: Arrival, contactId: number): Promise<boolean> {
  const { session, message, context, now } = arrival;
  const { ticket } = context;
  if (!message.isAutomatic || !ticket) return false;
  if (await tellCampaign(arrival, contactId)) return true;
  const { companyId, connectionId } = session;
  const place: Place = { companyId, connectionId, contactId, ticketId: ticket.id };
  await store(arrival, place, behind(ticket, now), 'mark');
  return true;
}

/**
 * While a mark is awaited, a mark or the wish to go on is no message like others. A mark is the system's to read; an agent
 * whom the customer calls back has something unread.
 *
 * @returns false for a message that is neither
 */
async function takeAnswer(arrival: Arrival, contactId: number): Promise<boolean> {
  const { tx, secrets, session, message, content, context } = arrival;
  const { ticket } = context;
  const answer = ticket && answerOf(ticket, message);
  if (!answer || answer.kind === 'comment') return false;
  const { companyId, connectionId } = session;
  const at = behind(ticket, arrival.now);
  const place: Place = { companyId, connectionId, contactId, ticketId: ticket.id };
  if (answer.kind === 'resume') await resume(tx, companyId, ticket.id, at);
  const kind = answer.kind === 'rate' ? 'mark' : 'news';
  await insertMessage(tx, secrets, place, message, content, at, null, kind);
  if (answer.kind === 'rate') await takeRating(tx, companyId, ticket.id, answer, at);
  return true;
}

/**
 * While a comment is awaited, what the customer says is one, unless it is the beginning of something else: an order, a tap on
 * an advertisement, the answer to what a campaign has said meanwhile.
 *
 * @returns false for a message that is none
 */
async function hearComment(arrival: Arrival, contactId: number): Promise<boolean> {
  const { tx, session, message, content, context } = arrival;
  const { ticket } = context;
  const awaited = ticket?.awaited;
  if (!ticket || !awaited || answerOf(ticket, message)?.kind !== 'comment') return false;
  if (content.card || message.referral || !COMMENTS.has(message.content.kind)) return false;
  if (context.told.some(({ at }) => new Date(at) > askedAt(awaited))) return false;
  const { companyId, connectionId } = session;
  const at = behind(ticket, arrival.now);
  const place: Place = { companyId, connectionId, contactId, ticketId: ticket.id };
  const id = await store(arrival, place, at, 'mark');
  await takeComment(tx, place, awaited.asks, { id, text: wordsOf(message) }, at);
  return true;
}

/** What says something by itself, and came whole. */
const COMMENTS: ReadonlySet<InboundMessage['content']['kind']> = new Set([
  'text',
  'image',
  'video',
  'audio',
  'document',
  'sticker',
  'location',
  'contacts',
  'viewOnce',
]);

const wordsOf = ({ content }: InboundMessage): string | null =>
  content.kind === 'text' ? (content.said ?? content.text) : null;

function answerOf({ awaited, userId }: KnownTicket, message: InboundMessage): RatingAnswer | null {
  if (message.ref.fromMe || !awaited) return null;
  const answer = ratingAnswer(wordsOf(message), awaited, message.at);
  // Called back after they were deleted: whoever writes waits for anybody, as with every other word.
  return answer?.kind === 'resume' && userId === null ? null : answer;
}

/** What a customer says to a campaign alone is no message like others. */
function tellCampaign({ tx, session, message, context, now }: Arrival, contactId: number): Promise<boolean> {
  const isUnderWay = context.ticket !== null && context.ticket.status !== 'closed';
  return hearReply({ tx, session, message, told: context.told, isUnderWay, now }, contactId);
}

/** The ticket of the message, found, reopened or opened, and the message's moment in it. */
async function findTicket(
  { tx, session, message, context, now }: Arrival,
  contactId: number,
): Promise<{ place: Place; at: Date }> {
  const { companyId, connectionId } = session;
  const isLive = now.getTime() - message.at.getTime() < LIVE_MS;
  const cameAt = isLive ? behind(context.ticket, now) : message.at;
  const isGroup = message.chat.kind === 'group';
  const ticket = await ticketFor(
    tx,
    { companyId, contactId, connectionId, queueId: context.queueId, isGroup },
    context.ticket,
    context.reopenMinutes,
    now,
    cameAt,
  );
  const place: Place = { companyId, connectionId, contactId, ticketId: ticket.id };
  const at = isLive || ticket.isNew ? cameAt : await timeOfLate(tx, place, cameAt, LIVE_MS);
  if (ticket.reopened) {
    // A late message may be older than the end of the cycle before.
    const from = new Date(Math.max(ticket.reopened.notBefore.getTime(), at.getTime()));
    await addTicketEvent(tx, { ...place, userId: null }, { kind: 'started', by: null }, from);
  }
  return { place, at };
}

/** What comes now, also when the clock went back or another process's is ahead: the answers stand by that one. */
const behind = (last: KnownTicket | null, now: Date): Date =>
  last ? new Date(Math.max(now.getTime(), last.lastMessageAt.getTime() + 1)) : now;

/** What was put off comes back when the customer writes. */
async function wake({ tx, message, context, now }: Arrival, place: Place): Promise<void> {
  if (!context.ticket?.isSnoozed || message.ref.fromMe) return;
  await resumeForCustomer(tx, place, behind(context.ticket, now));
}

/** The message itself, and what overtook it on its way. @returns its id */
async function store(
  arrival: Arrival,
  place: Place,
  at: Date,
  kind: 'news' | 'mark' = 'news',
): Promise<string> {
  const { tx, secrets, message, content, context } = arrival;
  const earlyAck = message.ref.fromMe ? context.earlyAck : null;
  const id = await insertMessage(tx, secrets, place, message, content, at, earlyAck, kind);
  if (!content.placeholder) await applyOvertaken(arrival);
  return id;
}

function applyOvertaken({ tx, session, message, context }: Arrival): Promise<void> {
  const { companyId, connectionId, readVote } = session;
  const { chat, ref } = message;
  return applyEarly(tx, { companyId, connectionId, chat, ref }, context.earlyChanges, readVote);
}

/** A card without words is no answer that could be read; the words of one say the same with a picture above them. */
function spokenIn({ message, content: { mediaType, card, body } }: Arrival): string | null {
  if (message.content.kind === 'text' && message.content.said !== undefined)
    return message.content.said || null;
  return mediaType === 'chat' || card ? body || null : null;
}

/** What the company answers by itself. A person who writes on the phone silences the bot. */
async function followRules(arrival: Arrival, place: Place, storedAt: Date): Promise<void> {
  const { tx, log, message, context, now } = arrival;
  const { content, ref } = message;
  const isWaiting = !ref.fromMe && context.ticket?.status !== 'open';
  if (content.kind === 'call') {
    if (content.refused) await explainRefusal(tx, place, now);
  } else if (ref.fromMe) {
    if (context.ticket?.chatbot) await stopBot(tx, { ...place, userId: null }, 'phone', null, now);
  } else if (isWaiting && message.chat.kind === 'direct' && !message.isAutomatic) {
    const { tap } = arrival.content;
    const heard = { text: spokenIn(arrival), tap, writtenAt: message.at, storedAt };
    return answerCustomer(log, tx, place, heard, now);
  }
  // Calls and groups are led to no queue.
  if (isWaiting) await placeUnseen(tx, place, now);
}
