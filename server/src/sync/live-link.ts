import { SOCKET_HEARTBEAT_MS } from '@balcao/shared/contract/limits.ts';
import { ERRORS, type ErrorCode } from '@balcao/shared/errors.ts';
import { can } from '@balcao/shared/permissions.ts';
import { CLOSE } from '@balcao/shared/sync/frames.ts';
import {
  LIVE_LIMITS,
  LIVE_PROTOCOL,
  type LiveClientFrame,
  type SubscribeFrame,
} from '@balcao/shared/sync/live.ts';
import { liveEventName } from '@balcao/shared/sync/live-events.ts';
import type { ItemNews } from '../modules/contact-lists/list-item-news.ts';
import { ticketAccess } from '../modules/ticket-list/ticket-rows.sync.ts';
import type { Tx } from '../platform/db/client.ts';
import { greetPayer, takenOver } from './billing-link.ts';
import type { CursorProofs } from './cursor-proof.ts';
import type { Greeting } from './handshake.ts';
import type { Peer } from './peer.ts';
import type { ReaderDeps } from './reader.ts';
import { type ListenerIdentity, readSnapshot } from './snapshot.ts';
import {
  cursorText,
  type LiveServerFrame,
  MAX_BACKLOG,
  type Rooms,
  readStart,
  type Subscriber,
  type SubscriberStart,
  startSubscriber,
} from './subscriber.ts';

/** The first word to a program: who it is here, and from where the events go on. */
function subscribed(
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
async function openRooms(
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

/** Answers the greeting of a program. @returns undefined for one that is refused, or gone */
export async function greetProgram(greeting: Greeting, wish: SubscribeFrame): Promise<Peer | undefined> {
  const { deps, link, socket, end, expiry } = greeting;
  const access = await deps.verifyAccess(wish.token);
  if (access.sessionClass === 'billing') return greetPayer(greeting, access);
  const { companyId, userId } = access.actor;
  const identity = { companyId, userId, clientId: null, sessionId: access.sessionId };
  if (!socket.open) return undefined;
  if (!deps.admit(link, identity)) {
    end.refuse('ERR_TOO_MANY_REQUESTS', CLOSE.tooManyConnections);
    return undefined;
  }
  const start = await readStart(deps, identity, wish.cursor ?? null);
  const { rooms, answers } = await openRooms(deps, identity, wish.rooms);
  if (!socket.open) return undefined;
  for (const frame of [...subscribed(deps.proofs, identity, start, deps.clock()), ...answers])
    socket.send(frame);
  expiry.at(access.expiresAt);
  const subscriber = startSubscriber(deps, identity, start, rooms, socket, {
    onSessionEnded: (by) => end.sessionEnded(identity, by),
    onTooSlow: end.tooSlow,
    onLost: end.lost,
    onFailed: (error) => end.fail(error, 'reading'),
  });
  const dispatch = createDispatch(greeting, identity, subscriber);
  const stopItems = deps.hearItems(companyId, (news) => {
    if (can(subscriber.actor(), 'contactLists:manage') && socket.backlog <= MAX_BACKLOG)
      socket.send(itemEvent(news));
  });
  return {
    dispatch: (frame) => dispatch(frame as LiveClientFrame),
    confirms: () => false,
    drained: () => subscriber.drained(),
    lastWords: (code) => (code === 'ERR_SESSION_TAKEN_OVER' ? takenOver(identity) : null),
    stop() {
      stopItems();
      return subscriber.stop();
    },
  };
}

const itemEvent = ({ companyId, ...change }: ItemNews): LiveServerFrame => ({
  type: 'events',
  cursor: null,
  events: [{ event: liveEventName(companyId, 'ContactListItem'), ...change }],
});

/** Answers what a program says once it is known. */
function createDispatch(
  { deps, socket, end, expiry }: Greeting,
  identity: ListenerIdentity,
  subscriber: Subscriber,
): (frame: LiveClientFrame) => void {
  const send = (frame: LiveServerFrame) => socket.send(frame);

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
        return end.malformed();
      case 'joinChatBox':
        return void joinChatBox(frame.ticketId).catch((error: unknown) => end.fail(error, 'joining'));
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
        return expiry.renew(identity, frame.token);
      case 'ping':
        return send({ type: 'pong', t: frame.t });
    }
  };
}
