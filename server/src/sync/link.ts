import { SOCKET_HEARTBEAT_MS } from '@balcao/shared/contract/limits.ts';
import type { AppError } from '@balcao/shared/errors.ts';
import { CLOSE, LIMITS } from '@balcao/shared/sync/frames.ts';
import type { WebSocket } from 'ws';
import { attachFrames } from '../platform/realtime/frame-socket.ts';
import { greetConsole } from './console-link.ts';
import { createExpiry } from './expiry.ts';
import { createFrameReader, isTooOld } from './handshake.ts';
import { createLinkEnd } from './link-end.ts';
import { greetProgram } from './live-link.ts';
import type { AnyClientFrame, Link, LinkDeps, LinkSocket, Peer } from './peer.ts';

/** Frames that came with the greeting, before it is answered. */
const MAX_EARLY = 32;
const RATE_LIMITED = 1008;

export function acceptLink(ws: WebSocket, deps: LinkDeps): Link {
  const finished = Promise.withResolvers<void>();
  const frames = createFrameReader();
  const early: AnyClientFrame[] = [];
  let greeting: Promise<void> | undefined;
  let peer: Peer | undefined;

  const socket: LinkSocket = attachFrames(ws, {
    heartbeatMs: SOCKET_HEARTBEAT_MS,
    parse: (text) => frames.parse(text, greeting !== undefined),
    onFrame: receive,
    onMalformed: () => end.malformed(),
    onDrained: () => peer?.drained(),
    onClosed: () => void finish(),
  });
  const end = createLinkEnd(deps, socket, (code) => peer?.lastWords(code) ?? null);
  const expiry = createExpiry(deps, socket, end);
  const helloTimer = setTimeout(end.malformed, LIMITS.helloMs);
  const link: Link = {
    end: (reason) => void endSession(reason),
    replace: () => socket.close(CLOSE.goingAway, 'replaced'),
    goAway: end.goAway,
    finished: finished.promise,
  };
  return link;

  async function endSession(reason: AppError) {
    await peer?.beforeEnd?.(reason.code);
    end.fail(reason, 'session');
  }

  function receive(frame: AnyClientFrame) {
    if (!frames.count(!peer?.confirms(frame))) return end.refuse('ERR_TOO_MANY_REQUESTS', RATE_LIMITED);
    if (peer) return peer.dispatch(frame);
    if (!greeting) return greet(frame);
    if (early.push(frame) > MAX_EARLY) end.malformed();
  }

  function greet(frame: AnyClientFrame) {
    if (frame.type !== 'hello' && frame.type !== 'subscribe') return end.malformed();
    clearTimeout(helloTimer);
    if (isTooOld(frame, deps.minConsole)) return end.refuse('ERR_PROTOCOL_TOO_OLD', CLOSE.protocolTooOld);
    socket.pause();
    const parts = { deps, link, socket, end, expiry };
    greeting = (frame.type === 'hello' ? greetConsole(parts, frame) : greetProgram(parts, frame))
      .then((known) => {
        peer = known;
        for (const waiting of early.splice(0)) known?.dispatch(waiting);
      })
      .catch((error: unknown) => end.fail(error, 'greeting'))
      .finally(() => socket.resume());
  }

  async function finish(): Promise<void> {
    clearTimeout(helloTimer);
    expiry.stop();
    await greeting;
    expiry.stop();
    await peer?.stop();
    deps.onClosed(link);
    finished.resolve();
  }
}
