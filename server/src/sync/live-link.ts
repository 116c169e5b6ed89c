import { SOCKET_HEARTBEAT_MS } from '@balcao/shared/constants.ts';
import { ERRORS, type ErrorCode } from '@balcao/shared/errors.ts';
import {
  LIVE_LIMITS,
  LIVE_PROTOCOL,
  type LiveClientFrame,
  type SubscribeFrame,
} from '@balcao/shared/sync/live.ts';
import { ticketAccess } from '../modules/tickets/tickets.sync.ts';
import type { Tx } from '../platform/db/client.ts';
import type { CursorProofs } from './cursor-proof.ts';
import type { ReaderDeps } from './reader.ts';
import { type ListenerIdentity, readSnapshot } from './snapshot.ts';
import {
  cursorText,
  type LiveServerFrame,
  type Rooms,
  type Subscriber,
  type SubscriberStart,
} from './subscriber.ts';

interface Parts {
  deps: ReaderDeps & { beat(identity: ListenerIdentity): void };
  identity: ListenerIdentity;
  subscriber: Subscriber;
  send(frame: LiveServerFrame): void;
  renew(token: string): void;
  onMalformed(): void;
  onFailed(error: unknown): void;
}

/** The first word to a program: who it is here, and from where the events go on. */
export function subscribed(
  proofs: CursorProofs,
  identity: ListenerIdentity,
  { position, refused }: SubscriberStart,
  now: Date,
): LiveServerFrame[] {
  const { companyId, userId } = identity;
  const place = { cursor: cursorText(proofs, companyId, position), heartbeatMs: SOCKET_HEARTBEAT_MS };
  const first = { type: 'subscribed', protocol: LIVE_PROTOCOL, companyId, userId, ...place };
  const welcome = { ...first, serverTime: now.toISOString() };
  return refused ? [welcome, { type: 'resync', reason: refused, cursor: place.cursor }] : [welcome];
}

const NOTIFICATION_JOINED = { type: 'joined', room: 'notification' };

const chatBoxAnswer = (ticketId: number, refusal: ErrorCode | null): LiveServerFrame =>
  refusal
    ? { type: 'error', code: refusal, retryable: ERRORS[refusal].retryable, ticketId }
    : { type: 'joined', room: 'chatBox', ticketId };

/** As REST: a ticket that the person may not see is refused, another company's does not exist. */
function readRefusals(
  deps: ReaderDeps,
  identity: ListenerIdentity,
  ticketIds: readonly number[],
): Promise<(ErrorCode | null)[]> {
  const read = async (tx: Tx) => {
    const { actor } = await readSnapshot(tx, identity);
    const found = await Promise.all(ticketIds.map((id) => ticketAccess(tx, actor, { id })));
    return found.map(({ access }) => REFUSALS[access]);
  };
  return deps.gate(() => deps.db.readCompany(identity.companyId, read));
}

const REFUSALS = {
  visible: null,
  hidden: 'ERR_TICKET_FOREIGN_QUEUE',
  missing: 'ERR_NO_TICKET_FOUND',
} as const;

/** The rooms that a subscription begins with, and what is said about each. */
export async function openRooms(
  deps: ReaderDeps,
  identity: ListenerIdentity,
  wish: SubscribeFrame['rooms'],
): Promise<{ rooms: Rooms; answers: LiveServerFrame[] }> {
  const { notification } = wish;
  const wished = [...new Set(wish.chatBoxes)];
  const refusals = wished.length > 0 ? await readRefusals(deps, identity, wished) : [];
  const answers = wished.map((id, index) => chatBoxAnswer(id, refusals[index] ?? null));
  return {
    rooms: { chatBoxes: new Set(wished.filter((_, index) => !refusals[index])), notification },
    answers: notification ? [...answers, NOTIFICATION_JOINED] : answers,
  };
}

/** Answers what a program says once it is known. @returns how to say it */
export function createLiveDispatch(parts: Parts): (frame: LiveClientFrame) => void {
  const { deps, identity, subscriber, send } = parts;

  async function joinChatBox(ticketId: number): Promise<void> {
    const [refusal] = await readRefusals(deps, identity, [ticketId]);
    if (refusal) return send(chatBoxAnswer(ticketId, refusal));
    let full = false;
    await subscriber.change(({ chatBoxes }) => {
      full = chatBoxes.size >= LIVE_LIMITS.chatBoxes && !chatBoxes.has(ticketId);
      if (!full) chatBoxes.add(ticketId);
    });
    send(chatBoxAnswer(ticketId, full ? 'ERR_TOO_MANY_REQUESTS' : null));
  }

  return (frame) => {
    switch (frame.type) {
      case 'subscribe':
        return parts.onMalformed();
      case 'joinChatBox':
        return void joinChatBox(frame.ticketId).catch(parts.onFailed);
      case 'leaveChatBox':
        return void subscriber
          .change(({ chatBoxes }) => chatBoxes.delete(frame.ticketId))
          .then(() => send({ type: 'left', room: 'chatBox', ticketId: frame.ticketId }));
      case 'joinNotification':
        return void subscriber
          .change((rooms) => {
            rooms.notification = true;
          })
          .then(() => send(NOTIFICATION_JOINED));
      case 'userStatus':
        return deps.beat(identity);
      case 'auth':
        return parts.renew(frame.token);
      case 'ping':
        return send({ type: 'pong', t: frame.t });
    }
  };
}
