import type { TypingState } from '@balcao/shared/sync/ephemeral.ts';
import type {
  ChannelEvent,
  ChannelListener,
  ChannelSession,
  ChatAddress,
  InboundMessage,
} from '../channels/channel.ts';
import { mergeAll } from '../modules/contacts/merge.service.ts';
import type { Tx } from '../platform/db/client.ts';
import type { Database } from '../platform/db/database.ts';
import { crashAt } from '../platform/failpoints.ts';
import { createLanes } from '../platform/lanes.ts';
import type { Log } from '../platform/log.ts';
import { exactNow, messageStored } from '../platform/moments.ts';
import type { Secrets } from '../platform/secrets.ts';
import { applyFailure } from './apply-failure.ts';
import { applyGroupTicks, applyTicks } from './apply-ticks.ts';
import { receive } from './arrival.ts';
import { refusesCalls } from './calls.ts';
import { preparedFor } from './campaign-replies.ts';
import { applyChange, completeCard } from './changes.ts';
import { findContacts, hasNews, identityRow, identityRows, updateContact } from './contacts.ts';
import { holdGivenIds } from './given-ids.ts';
import { storeHistory } from './history.ts';
import { moveContact } from './moved-contacts.ts';
import { storePhoneBook } from './phone-book.ts';
import { refusalFor } from './refusals.ts';
import { createTickGatherer, type Ticks } from './ticks.ts';
import { untilRead, untilStored } from './until-stored.ts';

const PARALLEL = 8;
const COMMITTED = {
  edit: 'edit.committed',
  delete: 'delete.committed',
  react: 'react.committed',
  vote: 'vote.committed',
} as const;

export interface IngestDeps {
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
export function createIngest(deps: IngestDeps): ChannelListener {
  const lanes = createLanes(PARALLEL);
  const keysOf = ({ connectionId }: ChannelSession, chat: ChatAddress) =>
    identityRows(chat).map(({ kind, value }) => `${connectionId}/${kind}:${value}`);
  const gatherTicks = createTickGatherer((session, { chat, participant }, take) =>
    lanes.run(chat ? keysOf(session, chat) : [`${session.connectionId}/ticks`], () =>
      persist(deps, session, { kind: 'ticks', participant, ticks: take() }),
    ),
  );
  return {
    handle(session, event) {
      if (event.kind === 'message.status_changed') return gatherTicks(session, event);
      if (event.kind === 'phone_book.told' || event.kind === 'message.failed')
        return persist(deps, session, event);
      if (event.kind === 'contact.moved') {
        const keys = [...keysOf(session, event.from), ...keysOf(session, event.to)];
        return lanes.run([...new Set(keys)], () => persist(deps, session, event));
      }
      const chat = event.kind === 'message.received' ? event.message.chat : event.chat;
      const heardAt = exactNow();
      return lanes.run(keysOf(session, chat), () => persist(deps, session, event, heardAt));
    },
    typing: deps.onTyping,
    loadPrepared: ({ companyId, connectionId }, chat, id) =>
      untilRead(() =>
        deps.db.readCompany(companyId, async (tx) => {
          const contacts = await findContacts(tx, companyId, chat);
          const ids = contacts.map((contact) => contact.id);
          const [row] = await tx<{ payload: Buffer | null }[]>`
            select payload from messages
            where company_id = ${companyId} and connection_id = ${connectionId} and wa_id = ${id} and from_me
              and contact_id = any (${ids}::bigint[])`;
          return row?.payload ?? (await preparedFor(tx, companyId, connectionId, chat, id));
        }),
      ),
  };
}

function persist(
  deps: IngestDeps,
  session: ChannelSession,
  event: Fact,
  heardAt = exactNow(),
): Promise<void> {
  const { log } = deps;
  const { connectionId } = session;
  return untilStored(event, {
    log,
    connectionId,
    withoutContent,
    store: (fact) => apply(deps, session, fact, heardAt),
  });
}

/** What is stored in one transaction. */
type Fact =
  | Exclude<ChannelEvent, { kind: 'message.status_changed' }>
  | { kind: 'ticks'; participant: string; ticks: Ticks };

/** The same message, with nothing of it that a stranger wrote. */
function withoutContent(event: Fact): Fact | null {
  if (event.kind !== 'message.received') return null;
  const { message } = event;
  if (message.content.kind === 'unsupported') return null;
  const content = { kind: 'unsupported', type: 'malformed', raw: new Uint8Array() } as const;
  const left = { ...message, authorName: '', quotedId: null, quotedText: '', referral: null, content };
  return { ...event, message: left };
}

async function apply(deps: IngestDeps, session: ChannelSession, event: Fact, heardAt: number): Promise<void> {
  const { db } = deps;
  const { companyId, connectionId } = session;
  switch (event.kind) {
    case 'message.received': {
      const { message } = event;
      const begunAt = exactNow();
      const made = await db.withCompany(companyId, (tx) => receive(deps, session, message, tx));
      crashAt('receive.committed');
      if (made?.messageId && messageStored.isHeard) {
        const { arrivedAt = heardAt } = message;
        const { messageId } = made;
        messageStored.tell({ messageId, arrivedAt, heardAt, begunAt, storedAt: exactNow() });
      }
      if (made?.hasMedia) deps.onMedia(session);
      if (made && !message.ref.fromMe) deps.onContact(session, made.contactId);
      if (made?.newGroup) await nameGroup(deps, session, message.chat);
      return;
    }
    case 'ticks':
      crashAt('status.began');
      await db.withCompany(companyId, async (tx) => {
        if (event.participant)
          return applyGroupTicks(tx, companyId, connectionId, event.participant, event.ticks);
        await holdGivenIds(tx, session);
        await applyTicks(tx, companyId, connectionId, event.ticks);
      });
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
    case 'message.completed': {
      const target = { companyId, connectionId, chat: event.chat, ref: event.ref };
      return db.withCompany(companyId, (tx) => completeCard(tx, target, event));
    }
    case 'call.offered': {
      if (!(await db.readCompany(companyId, (tx) => refusesCalls(tx, companyId)))) return;
      await session
        .rejectCall(event.chat, event.id)
        .catch((error: unknown) => deps.log.warn({ err: error, connectionId }, 'call not refused'));
      const content = { kind: 'call', video: event.video, refused: true } as const;
      const received = { kind: 'message.received', message: callMessage(event, content) } as const;
      await apply(deps, session, received, heardAt);
      return;
    }
    case 'contact.identity_linked':
      return db.withCompany(companyId, (tx) => link(tx, companyId, event.chat));
    case 'contact.moved':
      return db.withCompany(companyId, (tx) => moveContact(tx, { companyId, connectionId }, event));
    case 'message.failed': {
      const code = refusalFor(session.capabilities, event.code) ?? 'ERR_SENDING_WAPP_MSG';
      return db.withCompany(companyId, async (tx) => {
        await holdGivenIds(tx, session);
        await applyFailure(tx, companyId, connectionId, event.ids, code);
      });
    }
    case 'phone_book.told':
      return db.withCompany(companyId, (tx) => storePhoneBook(tx, companyId, connectionId, event.entries));
    case 'contact.renamed':
      return db.withCompany(companyId, (tx) => rename(tx, companyId, event.chat, event.name));
  }
}

function callMessage(
  { chat, id, at }: Extract<ChannelEvent, { kind: 'call.offered' }>,
  content: InboundMessage['content'],
): InboundMessage {
  const ref = { id, fromMe: false, participant: '' };
  const alone = { quotedId: null, quotedText: '', forwarded: false, referral: null };
  return { chat, ref, authorName: '', content, ...alone, at };
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
async function nameGroup(deps: IngestDeps, session: ChannelSession, chat: ChatAddress): Promise<void> {
  try {
    const name = await session.groupName(chat);
    await deps.db.withCompany(session.companyId, (tx) => rename(tx, session.companyId, chat, name));
  } catch (error) {
    deps.log.warn({ err: error, connectionId: session.connectionId }, 'name of a group not known');
  }
}
