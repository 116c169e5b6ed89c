import { setTimeout as sleep } from 'node:timers/promises';
import type { TypingState } from '@balcao/shared/sync/ephemeral.ts';
import type {
  ChannelEvent,
  ChannelListener,
  ChannelSession,
  ChatAddress,
  InboundMessage,
} from '../channels/channel.ts';
import { mergeAll } from '../modules/contacts/merge.service.ts';
import {
  type RatingAnswer,
  ratingAnswer,
  resume,
  takeRating,
} from '../modules/ticket-rules/ratings.service.ts';
import { addTicketEvent } from '../modules/ticket-timeline/ticket-events.service.ts';
import type { Tx } from '../platform/db/client.ts';
import type { Database } from '../platform/db/database.ts';
import { toAppError } from '../platform/db/errors.ts';
import { crashAt } from '../platform/failpoints.ts';
import { createLanes } from '../platform/lanes.ts';
import type { Log } from '../platform/log.ts';
import type { Secrets } from '../platform/secrets.ts';
import { applyGroupTicks, applyTicks } from './apply-ticks.ts';
import { explainRefusal, refusesCalls } from './calls.ts';
import { applyChange, applyEarly } from './changes.ts';
import { contactFor, findContacts, hasNews, identityRow, identityRows, updateContact } from './contacts.ts';
import { loadContext } from './context.ts';
import { storeHistory } from './history.ts';
import { storePhoneBook } from './phone-book.ts';
import { fillPlaceholder, insertMessage, type Place, timeOfLate } from './store-message.ts';
import { type StoredContent, storedContent } from './stored-content.ts';
import { type KnownTicket, ticketFor } from './tickets.ts';
import { createTickGatherer, type Ticks } from './ticks.ts';

/** A message this young gets our own milliseconds, so that the order of arrival shows; the provider counts seconds. */
const LIVE_MS = 10_000;
const PARALLEL = 8;
const COMMITTED = {
  edit: 'edit.committed',
  delete: 'delete.committed',
  react: 'react.committed',
  vote: 'vote.committed',
} as const;
const RETRY_MS = { first: 200, most: 5_000 };

export interface IntakeDeps {
  db: Database;
  secrets: Secrets;
  log: Log;
  clock: () => Date;
  /** A message with a file was stored. */
  onMedia(session: ChannelSession): void;
  /** A message of this contact was stored. */
  onContact(session: ChannelSession, contactId: number): void;
  /** A customer writes. */
  onTyping(session: ChannelSession, chat: ChatAddress, state: TypingState): void;
}

/**
 * Stores what channels bring: events of one contact on one connection one after the other, different contacts in
 * parallel, one transaction for each event.
 */
export function createIntake(deps: IntakeDeps): ChannelListener {
  const lanes = createLanes(PARALLEL);
  const keysOf = ({ connectionId }: ChannelSession, chat: ChatAddress) =>
    identityRows(chat).map(({ kind, value }) => `${connectionId}/${kind}:${value}`);
  const gatherTicks = createTickGatherer((session, { chat, participant }, take) =>
    lanes.run(keysOf(session, chat), () =>
      persist(deps, session, { kind: 'ticks', participant, ticks: take() }),
    ),
  );
  return {
    handle(session, event) {
      if (event.kind === 'message.status_changed') return gatherTicks(session, event);
      if (event.kind === 'phone_book.told') return persist(deps, session, event);
      const chat = event.kind === 'message.received' ? event.message.chat : event.chat;
      return lanes.run(keysOf(session, chat), () => persist(deps, session, event));
    },
    typing: deps.onTyping,
    loadPrepared: ({ companyId, connectionId }, chat, id) =>
      whenReachable(() =>
        deps.db.readCompany(companyId, async (tx) => {
          const contacts = await findContacts(tx, companyId, chat);
          const [row] = await tx<{ payload: Buffer | null }[]>`
            select payload from messages
            where company_id = ${companyId} and connection_id = ${connectionId} and wa_id = ${id} and from_me
              and contact_id = any (${contacts.map((contact) => contact.id)}::bigint[])`;
          return row?.payload ?? null;
        }),
      ),
  };
}

/** A phone asks for a message once: to fail because the database is away would be a no for ever. */
async function whenReachable<T>(read: () => Promise<T>): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await read();
    } catch (error) {
      if (faultOf(error) !== 'away') throw error;
      await sleep(Math.min(RETRY_MS.most, RETRY_MS.first * 2 ** attempt));
    }
  }
}

/** What is stored in one transaction. */
type Fact =
  | Exclude<ChannelEvent, { kind: 'message.status_changed' }>
  | { kind: 'ticks'; participant: string; ticks: Ticks };

/** Again and again while the database is away: WhatsApp believes the message delivered. */
async function persist(deps: IntakeDeps, session: ChannelSession, event: Fact): Promise<void> {
  let current = event;
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await apply(deps, session, current);
    } catch (error) {
      const kind = faultOf(error);
      deps.log.warn(
        { err: error, connectionId: session.connectionId, kind, attempt },
        'event not stored yet',
      );
      if (kind === 'content') {
        const harmless = withoutContent(current);
        if (!harmless || harmless === current || attempt > 5) throw error;
        current = harmless;
      } else if (kind === 'away') {
        await sleep(Math.min(RETRY_MS.most, RETRY_MS.first * 2 ** attempt));
      } else if (attempt > 20) throw error;
    }
  }
}

/**
 * - `race`: somebody else created the same contact or ticket in this moment; the next attempt finds it.
 * - `away`: the database, or the way to it.
 * - `content`: the database's word, or a fault of ours, on what is in the message. It will be the same next time, and
 *   must not hold up everybody else for ever.
 */
function faultOf(error: unknown): 'race' | 'content' | 'away' {
  const { code, name } = error as { code?: unknown; name?: string };
  if (code === '23505' || code === '40P01' || code === '40001') return 'race';
  if (toAppError(error).code === 'ERR_UNAVAILABLE') return 'away';
  return name === 'PostgresError' || code === undefined ? 'content' : 'away';
}

/** The same message, with nothing of it that a stranger wrote. */
function withoutContent(event: Fact): Fact | null {
  if (event.kind !== 'message.received') return null;
  const { message } = event;
  if (message.content.kind === 'unsupported') return null;
  const content = { kind: 'unsupported', type: 'malformed', raw: new Uint8Array() } as const;
  return { ...event, message: { ...message, authorName: '', quotedId: null, quotedText: '', content } };
}

async function apply(deps: IntakeDeps, session: ChannelSession, event: Fact): Promise<void> {
  const { db } = deps;
  const { companyId, connectionId } = session;
  switch (event.kind) {
    case 'message.received': {
      const made = await db.withCompany(companyId, (tx) => receive(deps, session, event.message, tx));
      crashAt('receive.committed');
      if (made?.hasMedia) deps.onMedia(session);
      if (made && !event.message.ref.fromMe) deps.onContact(session, made.contactId);
      if (made?.newGroup) await nameGroup(deps, session, event.message.chat);
      return;
    }
    case 'ticks':
      crashAt('status.began');
      await db.withCompany(companyId, (tx) =>
        event.participant
          ? applyGroupTicks(tx, companyId, connectionId, event.participant, event.ticks)
          : applyTicks(tx, companyId, connectionId, event.ticks),
      );
      return crashAt('status.committed');
    case 'chat.history':
      await db.withCompany(companyId, (tx) =>
        storeHistory(tx, deps.secrets, { companyId, connectionId }, event.chat, event.messages),
      );
      return deps.onMedia(session);
    case 'message.changed': {
      const target = { companyId, connectionId, chat: event.chat, ref: event.ref };
      await db.withCompany(companyId, (tx) => applyChange(tx, target, event.change, session.readVote));
      return crashAt(COMMITTED[event.change.kind]);
    }
    case 'call.offered': {
      if (!(await db.readCompany(companyId, (tx) => refusesCalls(tx, companyId)))) return;
      await session
        .rejectCall(event.chat, event.id)
        .catch((error: unknown) => deps.log.warn({ err: error, connectionId }, 'call not refused'));
      const content = { kind: 'call', video: event.video, refused: true } as const;
      await apply(deps, session, { kind: 'message.received', message: callMessage(event, content) });
      return;
    }
    case 'contact.identity_linked':
      return db.withCompany(companyId, (tx) => link(tx, companyId, event.chat));
    case 'phone_book.told':
      return db.withCompany(companyId, (tx) => storePhoneBook(tx, companyId, connectionId, event.entries));
    case 'contact.renamed':
      return db.withCompany(companyId, (tx) => rename(tx, companyId, event.chat, event.name));
  }
}

/** One message, at most six statements. */
async function receive(
  deps: IntakeDeps,
  { companyId, connectionId, readVote }: ChannelSession,
  message: InboundMessage,
  tx: Tx,
): Promise<{ contactId: number; hasMedia: boolean; newGroup: boolean } | null> {
  const { chat, ref } = message;
  crashAt('receive.began');
  let context = await loadContext(tx, companyId, connectionId, chat, ref);
  const isGroup = chat.kind === 'group';
  if (isGroup && !context.groupsWanted) return null;
  if (context.contacts.length > 1) {
    await mergeAll(tx, companyId, context.contacts);
    context = await loadContext(tx, companyId, connectionId, chat, ref);
  }
  const content = storedContent(message.content);
  const [contact] = context.contacts;
  const known = context.known;
  if (known) {
    if (!known.placeholder || content.placeholder || !contact) return null;
    const place = { companyId, connectionId, contactId: contact.id, ticketId: known.ticketId };
    await fillPlaceholder(tx, deps.secrets, place, known.id, message, content);
    await applyEarly(tx, { companyId, connectionId, chat, ref }, context.earlyChanges, readVote);
    return { contactId: contact.id, hasMedia: content.media !== null, newGroup: false };
  }
  const now = deps.clock();
  const contactId = await contactFor(tx, companyId, contact, message);
  const rated = context.ticket && answerOf(context.ticket, message);
  if (context.ticket && rated) {
    const place: Place = { companyId, connectionId, contactId, ticketId: context.ticket.id };
    await takeAnswer(tx, deps, place, message, content, rated, behind(context.ticket, now));
    return { contactId, hasMedia: false, newGroup: false };
  }
  const isLive = now.getTime() - message.at.getTime() < LIVE_MS;
  const cameAt = isLive ? behind(context.ticket, now) : message.at;
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
  await insertMessage(tx, deps.secrets, place, message, content, at, ref.fromMe ? context.earlyAck : null);
  if (!content.placeholder)
    await applyEarly(tx, { companyId, connectionId, chat, ref }, context.earlyChanges, readVote);
  if (message.content.kind === 'call' && message.content.refused) await explainRefusal(tx, place, now);
  crashAt('receive.stored');
  return { contactId, hasMedia: content.media !== null, newGroup: isGroup && !contact };
}

/** What comes now, also when the clock went back or another process's is ahead: the answers stand by that one. */
const behind = (last: KnownTicket | null, now: Date): Date =>
  last ? new Date(Math.max(now.getTime(), last.lastMessageAt.getTime() + 1)) : now;

function answerOf(
  { ratingUntil, userId }: KnownTicket,
  { ref, content, at }: InboundMessage,
): RatingAnswer | null {
  if (ref.fromMe || content.kind !== 'text') return null;
  const answer = ratingAnswer(content.text, ratingUntil, at);
  // Called back after they were deleted: whoever writes waits for anybody, as with every other word.
  return answer?.kind === 'resume' && userId === null ? null : answer;
}

/** A mark is the system's to read; an agent whom the customer calls back has something unread. */
async function takeAnswer(
  tx: Tx,
  { secrets }: IntakeDeps,
  place: Place,
  message: InboundMessage,
  content: StoredContent,
  answer: RatingAnswer,
  now: Date,
): Promise<void> {
  const { companyId, ticketId } = place;
  if (answer.kind === 'resume') await resume(tx, companyId, ticketId, now);
  await insertMessage(tx, secrets, place, message, content, now, null, answer.kind === 'rate');
  if (answer.kind === 'rate') await takeRating(tx, companyId, ticketId, answer.rate, now);
}

function callMessage(
  { chat, id, at }: Extract<ChannelEvent, { kind: 'call.offered' }>,
  content: InboundMessage['content'],
): InboundMessage {
  const ref = { id, fromMe: false, participant: '' };
  return { chat, ref, authorName: '', content, quotedId: null, quotedText: '', forwarded: false, at };
}

async function link(tx: Tx, companyId: number, chat: ChatAddress): Promise<void> {
  const contacts = await findContacts(tx, companyId, chat);
  if (contacts.length === 0) return;
  await mergeAll(tx, companyId, contacts);
  const [contact] = contacts.length > 1 ? await findContacts(tx, companyId, chat) : contacts;
  if (contact && hasNews(contact, chat, '')) await updateContact(tx, companyId, contact, chat, '');
}

async function rename(tx: Tx, companyId: number, chat: ChatAddress, name: string): Promise<void> {
  const { kind, value } = identityRow(chat.identities[0]);
  await tx`update contacts c set name = ${name}, updated_at = now()
    from contact_identities i
    where c.company_id = ${companyId} and i.company_id = ${companyId} and i.contact_id = c.id
      and i.kind = ${kind} and i.value = ${value} and not c.name_edited and c.name <> ${name}`;
}

/** A group's messages do not carry its name. Not knowing it is no reason to lose a message. */
async function nameGroup(deps: IntakeDeps, session: ChannelSession, chat: ChatAddress): Promise<void> {
  try {
    const name = await session.groupName(chat);
    await deps.db.withCompany(session.companyId, (tx) => rename(tx, session.companyId, chat, name));
  } catch (error) {
    deps.log.warn({ err: error, connectionId: session.connectionId }, 'name of a group not known');
  }
}
