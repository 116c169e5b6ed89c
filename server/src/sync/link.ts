import { SOCKET_HEARTBEAT_MS } from '@balcao/shared/constants.ts';
import { isOlder } from '@balcao/shared/domain/version.ts';
import { AppError, ERRORS, type ErrorCode, type ErrorParams } from '@balcao/shared/errors.ts';
import {
  CLOSE,
  type ClientFrame,
  clientFrame,
  type HelloFrame,
  LIMITS,
  MIN_PROTOCOL,
  PROTOCOL,
  type ServerFrame,
} from '@balcao/shared/sync/frames.ts';
import {
  LIVE_LIMITS,
  LIVE_PROTOCOL,
  type LiveClientFrame,
  liveClientFrame,
  type SubscribeFrame,
} from '@balcao/shared/sync/live.ts';
import { liveEventName } from '@balcao/shared/sync/live-events.ts';
import type { WebSocket } from 'ws';
import type { z } from 'zod';
import { toAppError } from '../platform/db/errors.ts';
import type { Caller } from '../platform/http/admission.ts';
import { attachFrames } from '../platform/realtime/frame-socket.ts';
import { createRateBucket } from '../platform/realtime/rate-bucket.ts';
import { readArrival, registerClient, saveAcknowledged } from './clients.ts';
import type { Commands } from './commands.ts';
import { createLiveDispatch, openRooms, subscribed } from './live-link.ts';
import { runMutation } from './mutations.ts';
import { createPushes } from './pushes.ts';
import { type Reader, type ReaderDeps, startReader } from './reader.ts';
import {
  type ConsoleIdentity,
  type ListenerIdentity,
  type SessionEnd,
  SessionEndedError,
} from './snapshot.ts';
import { type LiveServerFrame, readStart, type Subscriber, startSubscriber } from './subscriber.ts';
import type { TicketPresence, Watcher } from './ticket-presence.ts';

export interface LinkAccess extends Caller {
  expiresAt: Date;
}

export interface LinkDeps extends ReaderDeps {
  commands: Commands;
  tickets: TicketPresence;
  verifyAccess(token: string): Promise<LinkAccess>;
  /** As in `SyncDeps`. */
  minConsole: string | null;
  /** Why this session may not go on, by all that decides it; null when it may. */
  refusalOf(identity: ListenerIdentity): Promise<AppError | null>;
  onError(error: unknown, context: string): void;
  /** @returns false when the agent has too many consoles connected. */
  admit(link: Link, identity: ListenerIdentity): boolean;
  /** The person is there, as a program says. */
  beat(identity: ListenerIdentity): void;
  /** The line is closed; everything that the console asked for is finished. */
  onClosed(link: Link): void;
}

/** One connection of one console, from the first byte to the last. */
export interface Link {
  /** The session may not be served any more. */
  end(reason: AppError): void;
  /** Another connection of the same console has taken this one's place. */
  replace(): void;
  goAway(reconnectAfterMs: number): void;
  /** Resolves when nothing of this connection works any more. */
  readonly finished: Promise<void>;
}

/** Bytes that a console has not taken yet, above which it hears nothing that may be lost. */
const EPHEMERAL_BACKLOG = 64 * 1024;
const FRAMES_PER_MINUTE = 600;
/** To read a frame costs time: one of a megabyte counts as forty more. */
const CHARS_PER_FRAME = LIMITS.maxFrame / 40;
/** A greeting is short. Before it the speaker is unknown, so nothing longer is read at all. */
const MAX_GREETING_CHARS = 16 * 1024;
/** Frames that came with the greeting, before it is answered. */
const MAX_EARLY = 32;
const WARN_BEFORE_EXPIRY_MS = 60_000;
const RATE_LIMITED = 1008;
const RETRY_AFTER_LOSS_MS = 2_000;

interface Live {
  identity: ConsoleIdentity;
  reader: Reader;
  pushes: ReturnType<typeof createPushes>;
  watcher: Watcher;
}

/** The other side is no console, but a program that listens to live events. */
interface Listening {
  identity: ListenerIdentity;
  subscriber: Subscriber;
  dispatch(frame: LiveClientFrame): void;
}

export function acceptLink(ws: WebSocket, deps: LinkDeps): Link {
  const finished = Promise.withResolvers<void>();
  const bucket = createRateBucket({
    capacity: FRAMES_PER_MINUTE,
    perSecond: FRAMES_PER_MINUTE / 60,
    now: () => performance.now(),
  });
  const early: (ClientFrame | LiveClientFrame)[] = [];
  let greeting: Promise<void> | undefined;
  let live: Live | undefined;
  /** Said in the first frame: from then on the other side speaks that language. */
  let isProgram = false;
  let listening: Listening | undefined;
  let expiry: NodeJS.Timeout | undefined;
  /** What the last frame counts for beside itself. */
  let weight = 0;

  const socket = attachFrames<ClientFrame | LiveClientFrame, ServerFrame | LiveServerFrame>(ws, {
    heartbeatMs: SOCKET_HEARTBEAT_MS,
    parse: read,
    onFrame: receive,
    onMalformed: () => refuse('ERR_PROTOCOL', CLOSE.protocolError),
    onDrained: () => (live?.reader ?? listening?.subscriber)?.drained(),
    onClosed: () => void finish(),
  });
  const helloTimer = setTimeout(() => refuse('ERR_PROTOCOL', CLOSE.protocolError), LIMITS.helloMs);
  const link: Link = {
    end: (reason) => fail(reason, 'session'),
    replace: () => socket.close(CLOSE.goingAway, 'replaced'),
    goAway,
    finished: finished.promise,
  };
  return link;

  function refuse(code: ErrorCode, close: number, params?: ErrorParams): void {
    const { retryable } = ERRORS[code];
    if (listening && code === 'ERR_SESSION_TAKEN_OVER') socket.send(takenOver(listening.identity));
    socket.send({ type: 'error', code, retryable, ...(params ? { params } : {}) });
    socket.close(close);
  }

  function endSession(by: SessionEnd): void {
    const takenOver = by === 'taken_over';
    refuse(
      takenOver ? 'ERR_SESSION_TAKEN_OVER' : 'ERR_SESSION_EXPIRED',
      takenOver ? CLOSE.takenOver : CLOSE.tokenInvalid,
    );
  }

  /** Of a blocked company the sessions have ended too, and that it is blocked is what people are to be told. */
  async function explainEnd(identity: ListenerIdentity, by: SessionEnd): Promise<void> {
    const reason = await deps.refusalOf(identity).catch(() => null);
    if (reason) fail(reason, 'session');
    else endSession(by);
  }

  function goAway(reconnectAfterMs: number): void {
    socket.send({ type: 'bye', code: 'ERR_UNAVAILABLE', reconnectAfterMs });
    socket.close(CLOSE.goingAway);
  }

  function fail(error: unknown, context: string) {
    if (error instanceof SessionEndedError) return endSession(error.by);
    if (error instanceof AppError) return refuse(error.code, closeCodeOf(error.code), error.params);
    // A value that the schema allows and no column can hold.
    if (toAppError(error).code === 'ERR_VALIDATION') return refuse('ERR_PROTOCOL', CLOSE.protocolError);
    deps.onError(error, context);
    goAway(RETRY_AFTER_LOSS_MS);
  }

  function read(text: string): ClientFrame | LiveClientFrame | undefined {
    if (!greeting && text.length > MAX_GREETING_CHARS) return undefined;
    if (isProgram && text.length > LIVE_LIMITS.frameChars) return undefined;
    weight = text.length / CHARS_PER_FRAME;
    const value = parseJson(text);
    isProgram ||= !greeting && isSubscription(value);
    return isProgram ? parseFrame(liveClientFrame, value) : parseFrame(clientFrame, value);
  }

  function receive(frame: ClientFrame | LiveClientFrame) {
    const isNews = !(frame.type === 'ack' && live?.reader.acknowledge(frame.seq));
    if (!bucket.take(weight + Number(isNews))) return refuse('ERR_TOO_MANY_REQUESTS', RATE_LIMITED);
    if (live) return dispatch(live, frame as ClientFrame);
    if (listening) return listening.dispatch(frame as LiveClientFrame);
    if (greeting) {
      if (early.push(frame) > MAX_EARLY) refuse('ERR_PROTOCOL', CLOSE.protocolError);
      return;
    }
    if (frame.type !== 'hello' && frame.type !== 'subscribe')
      return refuse('ERR_PROTOCOL', CLOSE.protocolError);
    clearTimeout(helloTimer);
    if (isTooOld(frame)) return refuse('ERR_PROTOCOL_TOO_OLD', CLOSE.protocolTooOld);
    socket.pause();
    greeting = (frame.type === 'hello' ? greet(frame) : listen(frame))
      .catch((error: unknown) => fail(error, 'greeting'))
      .finally(() => socket.resume());
  }

  function isTooOld(frame: HelloFrame | SubscribeFrame): boolean {
    if (frame.type === 'subscribe') return frame.protocol < LIVE_PROTOCOL;
    const { minConsole } = deps;
    return frame.protocol < MIN_PROTOCOL || (minConsole !== null && isOlder(frame.appVersion, minConsole));
  }

  async function greet(hello: HelloFrame): Promise<void> {
    const access = await deps.verifyAccess(hello.token);
    const { companyId, userId } = access.actor;
    const identity = { companyId, userId, clientId: hello.clientId, sessionId: access.sessionId };
    if (!socket.open) return;
    if (!deps.admit(link, identity)) return refuse('ERR_TOO_MANY_REQUESTS', CLOSE.tooManyConnections);
    const known = await registerClient(deps.db, identity, hello);
    if (!known) return refuse('ERR_PROTOCOL', CLOSE.protocolError);
    const arrival = await readArrival(deps, identity, hello, known.schema);
    if (!socket.open) return;

    const { epoch, head, floor, viewVersion, lastMutationSeq } = arrival.snapshot;
    const serverTime = deps.clock().toISOString();
    const numbers = { epoch, head, floor, viewVersion, serverTime, lastMutationSeq };
    socket.send({ type: 'welcome', protocol: PROTOCOL, ...numbers });
    if (arrival.start && arrival.start !== 'first') socket.send({ type: 'resync', reason: arrival.start });
    expireAt(access.expiresAt);
    const cursor = arrival.start ? null : (hello.cursor?.seq ?? null);
    const standing = { cursor, interest: hello.interest };
    const reader = startReader(deps, identity, arrival, standing, socket, {
      onSessionEnded: (by) => void explainEnd(identity, by),
      onTooSlow: () => socket.close(CLOSE.tooSlow),
      onLost: () => goAway(RETRY_AFTER_LOSS_MS),
      onFailed: (error) => fail(error, 'reading'),
    });
    const watcher: Watcher = {
      identity,
      // Rows come first: who is behind with those needs no news of who types.
      tell: (news) => void (socket.backlog < EPHEMERAL_BACKLOG && socket.send({ type: 'eph', ...news })),
    };
    live = { identity, reader, pushes: pushesOf(identity, reader), watcher };
    for (const frame of early.splice(0)) dispatch(live, frame as ClientFrame);
  }

  async function listen(wish: SubscribeFrame): Promise<void> {
    const access = await deps.verifyAccess(wish.token);
    const { companyId, userId } = access.actor;
    const identity = { companyId, userId, clientId: null, sessionId: access.sessionId };
    if (!socket.open) return;
    if (!deps.admit(link, identity)) return refuse('ERR_TOO_MANY_REQUESTS', CLOSE.tooManyConnections);
    const start = await readStart(deps, identity, wish.cursor ?? null);
    const { rooms, answers } = await openRooms(deps, identity, wish.rooms);
    if (!socket.open) return;
    for (const frame of [...subscribed(deps.proofs, identity, start, deps.clock()), ...answers])
      socket.send(frame);
    expireAt(access.expiresAt);
    const subscriber = startSubscriber(deps, identity, start, rooms, socket, {
      onSessionEnded: (by) => void explainEnd(identity, by),
      onTooSlow: () => socket.close(CLOSE.tooSlow),
      onLost: () => goAway(RETRY_AFTER_LOSS_MS),
      onFailed: (error) => fail(error, 'reading'),
    });
    const dispatchLive = createLiveDispatch({
      deps,
      identity,
      subscriber,
      send: (frame) => socket.send(frame),
      renew: (token) => renewOrFail(identity, token),
      onMalformed: () => refuse('ERR_PROTOCOL', CLOSE.protocolError),
      onFailed: (error) => fail(error, 'joining'),
    });
    listening = { identity, subscriber, dispatch: dispatchLive };
    for (const frame of early.splice(0)) dispatchLive(frame as LiveClientFrame);
  }

  function pushesOf(identity: ConsoleIdentity, reader: Reader) {
    const onReject = (error: unknown) => deps.onError(error, 'command');
    return createPushes({
      run: (mutation) => runMutation({ db: deps.db, commands: deps.commands, onReject }, identity, mutation),
      onOutcome(mutation, outcome) {
        if (outcome.kind === 'settled') return reader.settled();
        if (outcome.kind === 'out_of_order')
          return refuse('ERR_MUTATION_OUT_OF_ORDER', CLOSE.protocolError, { expected: outcome.expected });
        deps.onError(outcome.cause, 'command, to be repeated');
        const { code, params, retryAfterMs } = outcome;
        socket.send({
          type: 'error',
          code,
          params,
          retryable: true,
          retryAfterMs,
          mutationSeq: mutation.seq,
        });
      },
      onFailed: (error) => fail(error, 'command'),
    });
  }

  function dispatch({ identity, reader, pushes, watcher }: Live, frame: ClientFrame) {
    switch (frame.type) {
      case 'hello':
        return refuse('ERR_PROTOCOL', CLOSE.protocolError);
      case 'interest':
        return reader.setInterest(frame);
      case 'ack':
        return;
      case 'presence':
        return deps.tickets.hear(watcher, frame);
      case 'push':
        if (!pushes.add(frame.mutations)) refuse('ERR_PROTOCOL', CLOSE.protocolError);
        return;
      case 'fetch':
        if (!reader.fetch(frame))
          socket.send({
            type: 'page',
            reqId: frame.reqId,
            sets: [],
            hasMore: false,
            code: 'ERR_TOO_MANY_REQUESTS',
          });
        return;
      case 'auth':
        return renewOrFail(identity, frame.token);
      case 'ping':
        return socket.send({ type: 'pong', t: frame.t });
    }
  }

  function renewOrFail(identity: ListenerIdentity, token: string): void {
    renew(identity, token).catch((error: unknown) => fail(error, 'renewing'));
  }

  async function renew(identity: ListenerIdentity, token: string): Promise<void> {
    const access = await deps.verifyAccess(token);
    const same =
      access.actor.companyId === identity.companyId &&
      access.actor.userId === identity.userId &&
      access.sessionId === identity.sessionId;
    if (!same) throw new AppError('ERR_SESSION_EXPIRED');
    if (socket.open) expireAt(access.expiresAt);
  }

  function expireAt(instant: Date): void {
    clearTimeout(expiry);
    const left = instant.getTime() - deps.clock().getTime();
    expiry = setTimeout(
      () => {
        const inMs = Math.max(0, instant.getTime() - deps.clock().getTime());
        socket.send({ type: 'auth.expiring', inMs });
        expiry = setTimeout(() => refuse('ERR_TOKEN_EXPIRED', CLOSE.tokenInvalid), inMs);
      },
      Math.max(0, left - WARN_BEFORE_EXPIRY_MS),
    );
  }

  async function finish(): Promise<void> {
    clearTimeout(helloTimer);
    clearTimeout(expiry);
    await greeting;
    clearTimeout(expiry);
    if (live) {
      const { identity, reader, pushes, watcher } = live;
      deps.tickets.leave(watcher);
      await Promise.all([reader.stop(), pushes.stop()]);
      if (reader.acknowledged !== null)
        await saveAcknowledged(deps.db, identity, reader.acknowledged).catch(ignoreLost);
    }
    await listening?.subscriber.stop();
    deps.onClosed(link);
    finished.resolve();
  }

  /** The position is a hint for people: losing one is no error. */
  function ignoreLost(): void {}
}

function parseFrame<F>(schema: z.ZodType<F>, value: unknown): F | undefined {
  const parsed = schema.safeParse(value);
  return parsed.success ? parsed.data : undefined;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const isSubscription = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'type' in value && value.type === 'subscribe';

/** The live event that tells an account that it signed in elsewhere. */
const takenOver = ({ companyId, userId }: ListenerIdentity): LiveServerFrame => ({
  type: 'events',
  cursor: null,
  events: [{ event: liveEventName(companyId, 'auth'), action: 'update', record: { id: userId } }],
});

/** The session is alive, but the company lets it do nothing now: a fresh token would not help. */
const CLOSED_BY_COMPANY: readonly ErrorCode[] = [
  'ERR_SUBSCRIPTION_EXPIRED',
  'ERR_COMPANY_BLOCKED',
  'ERR_SECOND_FACTOR_SETUP',
];

function closeCodeOf(code: ErrorCode): number {
  if (code === 'ERR_SESSION_TAKEN_OVER') return CLOSE.takenOver;
  if (CLOSED_BY_COMPANY.includes(code)) return CLOSE.companyBlocked;
  return ERRORS[code].retryable ? CLOSE.goingAway : CLOSE.tokenInvalid;
}
