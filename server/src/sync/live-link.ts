import { SOCKET_HEARTBEAT_MS } from '@balcao/shared/constants.ts';
import { AppError, ERRORS } from '@balcao/shared/errors.ts';
import { LIVE_LIMITS, LIVE_PROTOCOL, type LiveClientFrame } from '@balcao/shared/sync/live.ts';
import { ticketAccess } from '../modules/tickets/tickets.sync.ts';
import type { ReaderDeps } from './reader.ts';
import { type ListenerIdentity, readSnapshot } from './snapshot.ts';
import { cursorText, type LiveServerFrame, type Subscriber, type SubscriberStart } from './subscriber.ts';

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
  identity: ListenerIdentity,
  { position, refused }: SubscriberStart,
  now: Date,
): LiveServerFrame[] {
  const { companyId, userId } = identity;
  const place = { cursor: cursorText(position), heartbeatMs: SOCKET_HEARTBEAT_MS };
  const first = { type: 'subscribed', protocol: LIVE_PROTOCOL, companyId, userId, ...place };
  const welcome = { ...first, serverTime: now.toISOString() };
  return refused ? [welcome, { type: 'resync', reason: refused, cursor: place.cursor }] : [welcome];
}

/** Answers what a program says once it is known. @returns how to say it */
export function createLiveDispatch(parts: Parts): (frame: LiveClientFrame) => void {
  const { deps, identity, subscriber, send } = parts;

  /** As REST: a ticket that the person may not see is refused, another company's does not exist. */
  async function joinChatBox(ticketId: number): Promise<void> {
    try {
      const { access } = await deps.gate(() =>
        deps.db.readCompany(identity.companyId, async (tx) => {
          const { actor } = await readSnapshot(tx, identity);
          return ticketAccess(tx, actor, { id: ticketId });
        }),
      );
      if (access === 'missing') throw new AppError('ERR_NO_TICKET_FOUND');
      if (access === 'hidden') throw new AppError('ERR_TICKET_FOREIGN_QUEUE');
      let full = false;
      await subscriber.change(({ chatBoxes }) => {
        full = chatBoxes.size >= LIVE_LIMITS.chatBoxes && !chatBoxes.has(ticketId);
        if (!full) chatBoxes.add(ticketId);
      });
      if (full) throw new AppError('ERR_TOO_MANY_REQUESTS');
      send({ type: 'joined', room: 'chatBox', ticketId });
    } catch (error) {
      if (!(error instanceof AppError)) return parts.onFailed(error);
      send({ type: 'error', code: error.code, retryable: ERRORS[error.code].retryable, ticketId });
    }
  }

  return (frame) => {
    switch (frame.type) {
      case 'subscribe':
        return parts.onMalformed();
      case 'joinChatBox':
        return void joinChatBox(frame.ticketId);
      case 'leaveChatBox':
        return void subscriber
          .change(({ chatBoxes }) => chatBoxes.delete(frame.ticketId))
          .then(() => send({ type: 'left', room: 'chatBox', ticketId: frame.ticketId }));
      case 'joinNotification':
        return void subscriber
          .change((rooms) => {
            rooms.notifications = true;
          })
          .then(() => send({ type: 'joined', room: 'notification' }));
      case 'userStatus':
        return deps.beat(identity);
      case 'auth':
        return parts.renew(frame.token);
      case 'ping':
        return send({ type: 'pong', t: frame.t });
    }
  };
}
