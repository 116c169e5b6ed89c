import { SOCKET_HEARTBEAT_MS } from '@balcao/shared/contract/limits.ts';
import { CLOSE } from '@balcao/shared/sync/frames.ts';
import { LIVE_PROTOCOL, type LiveClientFrame } from '@balcao/shared/sync/live.ts';
import { type LiveEvent, liveEventName } from '@balcao/shared/sync/live-events.ts';
import type { Greeting } from './handshake.ts';
import { companyChanged, type PayerPlace, readPayerNews, readPayerPlace } from './payer-news.ts';
import type { LinkAccess, Peer } from './peer.ts';
import { type ListenerIdentity, SessionEndedError } from './snapshot.ts';
import type { LiveServerFrame } from './subscriber.ts';

/**
 * Answers the greeting of an admin whose company is overdue: they hear of their own sign-in, of the company's due date and
 * of its invoices, and nothing else of the feed. The line ends when the company may work again; the next one is an ordinary
 * one.
 *
 * @returns undefined for one that is refused, or gone
 */
export async function greetPayer(greeting: Greeting, access: LinkAccess): Promise<Peer | undefined> {
  const { deps, link, socket, end, expiry } = greeting;
  const { companyId, userId } = access.actor;
  const { sessionId } = access;
  const identity: ListenerIdentity = { companyId, userId, clientId: null, sessionId, isBilling: true };
  if (!socket.open) return undefined;
  if (!deps.admit(link, identity)) {
    end.refuse('ERR_TOO_MANY_REQUESTS', CLOSE.tooManyConnections);
    return undefined;
  }
  const start = await deps.gate(() => deps.db.readCompany(companyId, (tx) => readPayerPlace(tx, identity)));
  if (!socket.open) return undefined;
  const place = { cursor: null, heartbeatMs: SOCKET_HEARTBEAT_MS, serverTime: deps.clock().toISOString() };
  socket.send({ type: 'subscribed', protocol: LIVE_PROTOCOL, companyId, userId, ...place });
  expiry.at(access.expiresAt);
  const news = tellNews(greeting, identity, start);
  return {
    dispatch: (frame) => answer(greeting, identity, frame as LiveClientFrame),
    confirms: () => false,
    drained() {},
    beforeEnd: (code) => (code === PAID ? news.tell() : undefined),
    lastWords(code) {
      if (code === 'ERR_SESSION_TAKEN_OVER') return takenOver(identity);
      return code === PAID ? eventsFrame([companyChanged(companyId)]) : null;
    },
    stop: news.stop,
  };
}

/** How such a line ends when the company has paid: the other side comes back, to all of the product. */
const PAID = 'ERR_UNAVAILABLE';

/** Tells what is new whenever something may be. `tell`: resolves when all that is committed by now has been told. */
function tellNews({ deps, socket, end }: Greeting, identity: ListenerIdentity, start: PayerPlace) {
  const { companyId } = identity;
  let place = start;
  let turn = Promise.resolve();
  let stopped = false;

  async function look(): Promise<void> {
    if (stopped) return;
    const read = () => deps.db.readCompany(companyId, (tx) => readPayerNews(tx, identity, place, deps.links));
    const news = await deps.gate(read);
    place = news.place;
    if (news.events.length > 0) socket.send(eventsFrame(news.events));
  }

  function tell(): Promise<void> {
    turn = turn.then(look).catch((error: unknown) => {
      stopped = true;
      if (error instanceof SessionEndedError) end.sessionEnded(identity, error.by);
      else end.fail(error, 'reading');
    });
    return turn;
  }

  const stopHints = deps.hints.onHint(companyId, () => void tell());
  // What was committed before anybody told of it.
  void tell();
  return {
    tell,
    async stop() {
      stopped = true;
      stopHints();
      await turn;
    },
  };
}

/** There are no rooms to join. */
function answer({ socket, end, expiry }: Greeting, identity: ListenerIdentity, frame: LiveClientFrame): void {
  if (frame.type === 'auth') expiry.renew(identity, frame.token);
  else if (frame.type === 'ping') socket.send({ type: 'pong', t: frame.t });
  else if (frame.type === 'subscribe') end.malformed();
}

/** The live event that tells an account that it signed in elsewhere. */
export const takenOver = ({ companyId, userId }: ListenerIdentity): LiveServerFrame =>
  eventsFrame([{ event: liveEventName(companyId, 'auth'), action: 'update', record: { id: userId } }]);

const eventsFrame = (events: LiveEvent[]): LiveServerFrame => ({ type: 'events', cursor: null, events });
