import type { ErrorCode } from '@balcao/shared/errors.ts';
import { isAnswerable } from '@balcao/shared/features/messages/service-window.ts';
import { ChannelError, type ChannelSession, type Sent } from '../channels/channel.ts';
import { undoChange } from '../modules/messages/undo-change.service.ts';
import type { Tx } from '../platform/db/client.ts';
import { crashAt } from '../platform/failpoints.ts';
import { exactNow, messageSent } from '../platform/moments.ts';
import { addressOf } from './address.ts';
import { createCampaignSender, type SenderDeps } from './campaign-sender.ts';
import { holdGivenIds } from './given-ids.ts';
import {
  backToQueue,
  markAttachedFailed,
  markAttachedSent,
  markFailed,
  markSending,
  markSent,
  nextOfEachChat,
  type OutgoingRow,
  postpone,
} from './outbox.repo.ts';
import { markChangeSending, markChangeSent, postponeChange } from './outbox-changes.repo.ts';
import { outgoing } from './outgoing-content.ts';
import { refusalFor } from './refusals.ts';
import { untilRead } from './until-stored.ts';

/** Sends what is queued on one connection. */
export interface Outbox {
  /** There may be something to send. Cheap to call often. */
  poke(): void;
  /** Takes nothing new; resolves when nothing is on its way any more. */
  close(): Promise<void>;
}

const MAX_ATTEMPTS = 10;
const RETRY_MS = { first: 3_000, most: 5 * 60_000 };

const REFUSED: Record<OutgoingRow['kind'], ErrorCode> = {
  message: 'ERR_SENDING_WAPP_MSG',
  edit: 'ERR_EDIT_WAPP_MSG',
  delete: 'ERR_DELETE_WAPP_MSG',
  react: 'ERR_REACT_WAPP_MSG',
};

/**
 * First in, first out within each chat, one message of a chat on its way until the provider has accepted it. The id is
 * stored before the message leaves, so whatever happens in between, it is sent again under the same id.
 */
export function createOutbox(deps: SenderDeps, session: ChannelSession): Outbox {
  const { db, log } = deps;
  const { companyId, connectionId } = session;
  /** Chats with a message on its way. */
  const busy = new Map<number, Promise<void>>();
  let looking: Promise<void> | null = null;
  let again = false;
  let closed = false;
  let soon: NodeJS.Timeout | undefined;
  const campaigns = createCampaignSender(deps, session, poke);

  function poke(): void {
    again = true;
    // It looks a microtask later: `look` may end before it waits for anything.
    looking ??= Promise.resolve().then(look);
  }

  async function look(): Promise<void> {
    while (again && !closed && session.isReady()) {
      again = false;
      try {
        await campaigns.resume();
        const rows = await db.readCompany(companyId, (tx) =>
          nextOfEachChat(tx, companyId, session, [...busy.keys()]),
        );
        const due = rows.filter(({ waitMs }) => waitMs === 0);
        for (const row of due) start(row);
        pokeIn(Math.min(...rows.flatMap(({ waitMs }) => waitMs || [])));
        // Whatever people and bots say goes before campaigns.
        if (due.length === 0 && busy.size === 0) campaigns.poke();
      } catch (error) {
        log.warn({ err: error, connectionId }, 'outbox not read');
      }
    }
    looking = null;
  }

  /** @param ms Infinity: not at all */
  function pokeIn(ms: number): void {
    clearTimeout(soon);
    if (Number.isFinite(ms)) soon = setTimeout(poke, ms);
  }

  function start(row: OutgoingRow): void {
    if (closed || busy.has(row.contactId)) return;
    const work = deliver(deps, session, row)
      .catch((error: unknown) => {
        // The row is as it was; the next look finds it again.
        log.warn({ err: error, connectionId, messageId: row.id }, 'message not sent yet');
        return false;
      })
      .then((next) => {
        busy.delete(row.contactId);
        if (next) poke();
      });
    busy.set(row.contactId, work);
  }

  return {
    poke,
    async close() {
      closed = true;
      clearTimeout(soon);
      await looking;
      await Promise.all([...busy.values(), campaigns.close()]);
    },
  };
}

/** Messages and what is done to them go out the same way and are written down in different rows. */
const STEPS = {
  message: {
    chosen: 'send.chosen',
    stored: 'send.stored',
    accepted: 'send.accepted',
    recorded: 'send.recorded',
    begin: (tx: Tx, companyId: number, { id }: OutgoingRow, waId: string, payload: Uint8Array) =>
      markSending(tx, companyId, id, waId, payload),
    async finish(tx: Tx, companyId: number, { id, attached }: OutgoingRow, sent: Sent) {
      await markSent(tx, companyId, id, sent);
      if (attached) await markAttachedSent(tx, companyId, id);
    },
  },
  change: {
    chosen: 'change.chosen',
    stored: 'change.stored',
    accepted: 'change.accepted',
    recorded: 'change.recorded',
    begin: (tx: Tx, companyId: number, { changeId }: OutgoingRow, waId: string, payload: Uint8Array) =>
      markChangeSending(tx, companyId, changeId ?? 0, waId, payload),
    finish: (tx: Tx, companyId: number, { changeId }: OutgoingRow) =>
      markChangeSent(tx, companyId, changeId ?? 0),
  },
} as const;

/**
 * Where the provider chooses the ids, a message that was on its way when a process died may have arrived: it is not sent
 * again by itself. A change may be repeated, it changes nothing the second time.
 */
const isInterrupted = ({ capabilities }: ChannelSession, { changeId, waId }: OutgoingRow): boolean =>
  !capabilities.clientMessageIds && changeId === null && waId !== null;

/** True when the chat may go on with its next message. */
async function deliver(deps: SenderDeps, session: ChannelSession, row: OutgoingRow): Promise<boolean> {
  const { db } = deps;
  const { companyId } = session;
  const begunAt = exactNow();
  const tell = (outcome: 'accepted' | 'later' | 'refused') => {
    if (messageSent.isHeard) messageSent.tell({ messageId: row.id, begunAt, endedAt: exactNow(), outcome });
  };
  try {
    if (isInterrupted(session, row))
      throw new ChannelError('not_accepted_in_time', 'nobody knows whether it left');
    const isFree = row.changeId === null && row.template === null;
    if (isFree && !isAnswerable(session.capabilities, row.customerWroteAt, deps.clock()))
      throw new ChannelError('outside_service_window', 'too long ago that the customer wrote');
    const chat = addressOf(row, session.capabilities.identities);
    if (!chat) throw new ChannelError('recipient_not_found', 'a contact without any name');
    const message = outgoing(deps, companyId, row, chat);
    const payload = row.payload ?? (await session.prepare(message));
    const waId = row.waId ?? session.newMessageId();
    const step = STEPS[row.changeId === null ? 'message' : 'change'];
    crashAt(step.chosen);
    const mayGo = await db.withCompany(companyId, (tx) => step.begin(tx, companyId, row, waId, payload));
    if (!mayGo) return true;
    crashAt(step.stored);
    const file = 'open' in message.content ? message.content : null;
    const sent = await session.send(chat, waId, payload, file, message.attached ?? []);
    crashAt(step.accepted);
    const finish = () =>
      db.withCompany(companyId, async (tx) => {
        await holdGivenIds(tx, session);
        await step.finish(tx, companyId, row, sent);
      });
    // What cannot be sent again must be written down now.
    await (session.capabilities.clientMessageIds ? finish() : untilRead(finish));
    crashAt(step.recorded);
    tell('accepted');
    return true;
  } catch (error) {
    if (!(error instanceof ChannelError)) throw error;
    const mayGoOn = await giveUpOrWait(deps, session, row, error);
    tell(mayGoOn ? 'refused' : 'later');
    return mayGoOn;
  }
}

async function giveUpOrWait(
  { db, log }: SenderDeps,
  { companyId, connectionId, capabilities }: ChannelSession,
  row: OutgoingRow,
  error: ChannelError,
): Promise<boolean> {
  log.info({ err: error, code: error.code, connectionId, messageId: row.id }, 'message not accepted');
  const isMessage = row.changeId === null;
  const isOnce = isMessage && !capabilities.clientMessageIds;
  // Surely not sent: the id that held its place says no more that it may have been.
  const release = async (tx: Tx) => {
    if (isOnce) await backToQueue(tx, companyId, row.id);
  };
  // The connection is what failed, not the message: it goes out when there is one again.
  if (error.code === 'not_connected') {
    if (isOnce) await db.withCompany(companyId, release);
    return false;
  }
  const isUncertain = isOnce && error.code === 'not_accepted_in_time';
  const mayRepeat =
    error.retry === 'later'
      ? !isUncertain && row.attempts < MAX_ATTEMPTS
      : error.retry === 'once' && row.attempts < 1;
  const code = isUncertain
    ? 'ERR_SEND_UNCERTAIN'
    : (refusalFor(capabilities, error.code) ?? REFUSED[row.kind]);
  if (mayRepeat) {
    const ms = error.waitMs ?? Math.min(RETRY_MS.most, RETRY_MS.first * 2 ** row.attempts);
    await db.withCompany(companyId, async (tx) => {
      if (row.changeId !== null) return postponeChange(tx, companyId, row.changeId, ms);
      await postpone(tx, companyId, row.id, ms, code);
      await release(tx);
    });
    crashAt('send.postponed');
    return false;
  }
  await db.withCompany(companyId, async (tx) => {
    if (row.changeId !== null) return undoChange(tx, companyId, row.changeId, code);
    await release(tx);
    await markFailed(tx, companyId, row.id, code);
    if (row.attached) await markAttachedFailed(tx, companyId, row.id, code);
  });
  crashAt(row.changeId === null ? 'send.refused' : 'change.undone');
  return true;
}
