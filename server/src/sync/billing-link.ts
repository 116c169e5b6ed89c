import { SOCKET_HEARTBEAT_MS } from '@balcao/shared/constants.ts';
import { CLOSE } from '@balcao/shared/sync/frames.ts';
import { LIVE_PROTOCOL, type LiveClientFrame } from '@balcao/shared/sync/live.ts';
import { type LiveEventName, liveEventName } from '@balcao/shared/sync/live-events.ts';
import type { Greeting } from './handshake.ts';
import type { LinkAccess, Peer } from './peer.ts';
import type { ListenerIdentity } from './snapshot.ts';
import type { LiveServerFrame } from './subscriber.ts';

/**
 * Answers the greeting of an admin whose company is overdue: they hear of their own sign-in and of the company, and
 * nothing of the feed. The line ends when the company may work again; the next one is an ordinary one.
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
  const place = { cursor: null, heartbeatMs: SOCKET_HEARTBEAT_MS, serverTime: deps.clock().toISOString() };
  socket.send({ type: 'subscribed', protocol: LIVE_PROTOCOL, companyId, userId, ...place });
  expiry.at(access.expiresAt);
  return {
    dispatch: (frame) => answer(greeting, identity, frame as LiveClientFrame),
    confirms: () => false,
    drained() {},
    lastWords(code) {
      if (code === 'ERR_SESSION_TAKEN_OVER') return takenOver(identity);
      return code === PAID ? eventOf(companyId, 'company', companyId) : null;
    },
    async stop() {},
  };
}

/** How such a line ends when the company has paid: the other side comes back, to all of the product. */
const PAID = 'ERR_UNAVAILABLE';

/** There are no rooms to join. */
function answer({ socket, end, expiry }: Greeting, identity: ListenerIdentity, frame: LiveClientFrame): void {
  if (frame.type === 'auth') expiry.renew(identity, frame.token);
  else if (frame.type === 'ping') socket.send({ type: 'pong', t: frame.t });
  else if (frame.type === 'subscribe') end.malformed();
}

/** The live event that tells an account that it signed in elsewhere. */
export const takenOver = ({ companyId, userId }: ListenerIdentity): LiveServerFrame =>
  eventOf(companyId, 'auth', userId);

const eventOf = (companyId: number, name: LiveEventName, id: number): LiveServerFrame => ({
  type: 'events',
  cursor: null,
  events: [{ event: liveEventName(companyId, name), action: 'update', record: { id } }],
});
