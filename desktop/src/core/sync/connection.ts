import type { SyncStatus } from '@balcao/shared/bridge/engine.ts';
import { SOCKET_HEARTBEAT_MS } from '@balcao/shared/contract/limits.ts';
import { AppError, type ErrorCode } from '@balcao/shared/errors.ts';
import {
  CLOSE,
  type ClientFrame,
  type HelloFrame,
  type ServerFrame,
  serverFrame,
} from '@balcao/shared/sync/frames.ts';
import type { Log } from '../log.ts';
import { createBackoff } from './backoff.ts';
import { type Clock, createTimer } from './clock.ts';
import { type State, TRANSITIONS, type Transition } from './machine.ts';
import { type Connect, layerOf, type Socket } from './socket.ts';

/** Keeps a connection to the server open by the rules of machine.ts. The sync client interprets the frames. */
export interface Connection {
  state(): State;
  /** The reason, while the state is `backingOff` or `stopped`. */
  trouble(): Trouble;
  /** When the server was last heard, in ms since 1970, or was first tried in vain; null while it answers. */
  downSince(): number | null;
  /** When the next attempt starts, in ms since 1970; null when none is planned. */
  retryAt(): number | null;
  send(frame: ClientFrame): void;
  /** Something happened that the frames or a person say. */
  move(transition: Transition): void;
  /** This line is of no use any more. */
  lose(error: unknown): void;
  /** A person is here, or the network is: a pause ends, and a line that may be dead shows soon whether it lives. */
  probe(): void;
}

interface Trouble {
  layer: SyncStatus['layer'];
  reason: ErrorCode | null;
}

interface Deps {
  url: string;
  connect: Connect;
  token(refused: string | null): Promise<string>;
  greeting(): Omit<HelloFrame, 'type' | 'token'>;
  /** May throw: the line is lost then. */
  receive(frame: Handled): void;
  /** After the state has changed. */
  entered(state: State, from: State): void;
  clock: Clock;
  random(): number;
  log: Log;
}

/** The frames that are not answered here. */
export type Handled = Exclude<ServerFrame, { type: 'pong' | 'bye' | 'auth.expiring' }>;

/** How long a state may last without a frame (S5): nothing else ends it when the server falls silent on the matter. */
const LIMITS_MS: Partial<Record<State, number>> = {
  // A new token included.
  connecting: 20_000,
  hello: 10_000,
  bootstrapping: 60_000,
  catchingUp: 60_000,
};
/** A connection silent for so long is dead: the agent must not take an old list for a live one. */
const SILENCE_MS = SOCKET_HEARTBEAT_MS;
/** Twice in that time, so that a slow answer is no break. */
const PING_MS = SILENCE_MS / 2;
/** The interval of checks whether the clock has jumped. */
const LOOK_MS = 5_000;
/** More than a busy program is late by. */
const JUMP_MS = 60_000;
/** A line that is alive answers this fast. */
const PROBE_MS = 5_000;
/**
 * This long live and caught up, and the pauses begin short again: a console that had a line waits a second for the next
 * one, however long the break before was. A line that flaps lives less, and its pauses grow.
 */
const STEADY_MS = 5_000;
/** Spreads the consoles to which a restarting server gave the same time. */
const SPREAD_MS = 500;
const NORMAL_CLOSE = 1000;

const MAKING: readonly State[] = ['connecting', 'hello'];
const ON_LINE: readonly State[] = ['hello', 'bootstrapping', 'catchingUp', 'live'];

/** With these codes the server refuses until a person acts. */
const FINAL: readonly ErrorCode[] = [
  'ERR_SESSION_EXPIRED',
  'ERR_SESSION_TAKEN_OVER',
  'ERR_SUBSCRIPTION_EXPIRED',
  'ERR_COMPANY_BLOCKED',
  'ERR_SECOND_FACTOR_SETUP',
  'ERR_PROTOCOL_TOO_OLD',
];

const FINAL_CLOSE: Record<number, ErrorCode> = {
  [CLOSE.takenOver]: 'ERR_SESSION_TAKEN_OVER',
  [CLOSE.protocolTooOld]: 'ERR_PROTOCOL_TOO_OLD',
};

export function createConnection(deps: Deps): Connection {
  const { clock, random, log } = deps;
  const backoff = createBackoff(random);
  const limit = createTimer(clock);
  const retry = createTimer(clock);
  const steady = createTimer(clock);
  const heartbeat = createTimer(clock);
  const silence = createTimer(clock);
  const watch = createTimer(clock);
  let state: State = 'offline';
  let trouble: Trouble = { layer: null, reason: null };
  let retryAt: number | null = null;
  let downSince: number | null = null;
  /** When something last came from the server. */
  let heardAt: number | null = null;
  /** The latest attempt has got as far as the server's address. */
  let located = false;
  /** When the latest attempt began. */
  let triedAt = 0;
  /** When the clock is looked at next. */
  let lookAt = 0;
  let line: Socket | null = null;
  let closeCode = NORMAL_CLOSE;
  /** Counts attempts, so that events of an earlier one are ignored. */
  let attempt = 0;
  let token: string | null = null;
  let refusedToken: string | null = null;
  /** The server has refused a token since the last steady connection. */
  let renewed = false;
  let byeMs: number | null = null;
  /** The last reason that the server gave on this connection. */
  let lastError: ErrorCode | null = null;

  function move(transition: Transition): void {
    const next = TRANSITIONS[state][transition];
    if (next === null) return;
    const from = state;
    state = next;
    armLimit();
    if (!ON_LINE.includes(next)) dropLine();
    if (next === from) return;
    if (from === 'live') steady.clear();
    if (transition === 'welcomed') downSince = null;
    if (from === 'offline' || from === 'stopped') {
      forgetTimes();
      settleDown();
      watchClock();
    }
    begin(next);
    deps.entered(next, from);
  }

  function begin(next: State): void {
    retry.clear();
    retryAt = null;
    if (next === 'offline' || next === 'stopped') watch.clear();
    else if (next === 'connecting') void connect();
    else if (next === 'hello') greet();
    else if (next === 'live') steady.set(STEADY_MS, settleDown);
    else if (next === 'backingOff') planRetry();
  }

  function settleDown(): void {
    backoff.reset();
    renewed = false;
  }

  function planRetry(): void {
    const pause = byeMs === null ? backoff.next() : byeMs + Math.round(random() * SPREAD_MS);
    byeMs = null;
    retryAt = clock.now() + pause;
    retry.set(pause, () => move('retry'));
  }

  function armLimit(): void {
    const ms = LIMITS_MS[state];
    if (ms === undefined) limit.clear();
    else
      limit.set(ms, () => {
        const code = located ? 'ERR_SERVER_UNREACHABLE' : 'ERR_OFFLINE';
        lose(new AppError(code, {}, { message: `${state} took too long` }));
      });
  }

  function dropLine(): void {
    attempt += 1;
    for (const timer of [heartbeat, silence, steady]) timer.clear();
    line?.close(closeCode);
    line = null;
    closeCode = NORMAL_CLOSE;
  }

  async function connect(): Promise<void> {
    const current = attempt;
    triedAt = clock.now();
    located = false;
    try {
      const fresh = await deps.token(refusedToken);
      if (current !== attempt) return;
      token = fresh;
      refusedToken = null;
      line = deps.connect(deps.url, lineEvents(current));
    } catch (error) {
      if (current === attempt) lose(error);
    }
  }

  function lineEvents(current: number) {
    const ifCurrent =
      <A extends unknown[]>(work: (...args: A) => void) =>
      (...args: A) => {
        if (current === attempt) work(...args);
      };
    return {
      located: ifCurrent(() => {
        located = true;
      }),
      opened: ifCurrent(() => move('opened')),
      received: ifCurrent(received),
      alive: ifCurrent(heard),
      closed: ifCurrent(closed),
    };
  }

  function greet(): void {
    located = true;
    trouble = { layer: null, reason: null };
    lastError = null;
    heard();
    beat();
    send({ type: 'hello', ...deps.greeting(), token: token ?? '' });
  }

  function watchClock(): void {
    lookAt = clock.now() + LOOK_MS;
    watch.set(LOOK_MS, () => {
      if (hasJumped()) startOver('the clock has jumped');
      watchClock();
    });
  }

  /** The computer has slept, or its clock was set: the line may be dead, and the server's time is not known. */
  const hasJumped = () => Math.abs(clock.now() - lookAt) > JUMP_MS;

  function forgetTimes(): void {
    downSince = null;
    heardAt = null;
  }

  function startOver(message: string): void {
    // Nobody listened while the computer slept.
    if (hasJumped()) forgetTimes();
    lose(new AppError('ERR_OFFLINE', {}, { message }));
    if (state === 'backingOff') retryNow();
  }

  /** Retries at once; the pauses grown so far no longer apply. */
  function retryNow(): void {
    backoff.reset();
    move('retry');
  }

  function beat(): void {
    heartbeat.set(PING_MS, () => {
      send({ type: 'ping', t: clock.now() });
      beat();
    });
  }

  function heard(): void {
    heardAt = clock.now();
    loseUnlessHeard(SILENCE_MS, 'the line is silent');
  }

  function loseUnlessHeard(ms: number, message: string): void {
    silence.set(ms, () => lose(new AppError('ERR_SERVER_UNREACHABLE', {}, { message })));
  }

  function received(text: string | null): void {
    heard();
    const frame = text === null ? null : parse(text);
    if (frame?.type === 'error') lastError = frame.code;
    if (!frame) {
      closeCode = CLOSE.protocolError;
      lose(new AppError('ERR_PROTOCOL', {}, { message: 'a frame that we do not understand' }));
    } else if (frame.type === 'bye') {
      byeMs = frame.reconnectAfterMs;
      lose(new AppError(frame.code));
    } else if (frame.type === 'auth.expiring') {
      void renewToken();
    } else if (frame.type !== 'pong') {
      armLimit();
      handle(frame);
    }
  }

  function handle(frame: Handled): void {
    try {
      deps.receive(frame);
    } catch (error) {
      lose(error);
    }
  }

  function closed(code: number, error: Error | null): void {
    line = null;
    // The company lets this session do nothing; only the frame before says what is wrong with it.
    const byCompany = code === CLOSE.companyBlocked ? (lastError ?? 'ERR_SUBSCRIPTION_EXPIRED') : undefined;
    const final = byCompany ?? FINAL_CLOSE[code];
    const message = `closed with ${code}`;
    if (final) lose(new AppError(final, {}, { message }));
    else if (code === CLOSE.tokenInvalid && ON_LINE.includes(state)) tokenRefused();
    else lose(error ?? new AppError('ERR_UNAVAILABLE', {}, { message }));
  }

  /** Once: a server that refuses the next token too means the session. */
  function tokenRefused(): void {
    if (renewed) {
      lose(new AppError('ERR_SESSION_EXPIRED'));
      return;
    }
    renewed = true;
    refusedToken = token;
    move('renew');
  }

  async function renewToken(): Promise<void> {
    const current = attempt;
    try {
      const fresh = await deps.token(token);
      if (current !== attempt) return;
      token = fresh;
      send({ type: 'auth', token: fresh });
    } catch (error) {
      // The server closes the line when the old one has ended; that is soon enough to act.
      log.warn({ err: error }, 'the token could not be renewed yet');
    }
  }

  function lose(error: unknown): void {
    if (TRANSITIONS[state].lost === null) return;
    log.info({ err: error, state }, 'the connection to the server is lost');
    downSince ??= heardAt ?? clock.now();
    const code = error instanceof AppError ? error.code : null;
    const final = FINAL.find((candidate) => candidate === code);
    if (final) trouble = { layer: 'session', reason: final };
    else if (code === 'ERR_DISK_FULL') trouble = { layer: null, reason: code };
    else trouble = { layer: layerOf(error), reason: null };
    move(final ? 'refused' : 'lost');
  }

  function send(frame: ClientFrame): void {
    line?.send(JSON.stringify(frame));
  }

  return {
    state: () => state,
    trouble: () => trouble,
    downSince: () => downSince,
    retryAt: () => retryAt,
    send,
    move,
    lose,
    probe() {
      const isStuck = MAKING.includes(state) && clock.now() - triedAt > PROBE_MS;
      if (hasJumped() || isStuck) return startOver('what was begun before is not waited for');
      if (state === 'backingOff') return retryNow();
      if (!ON_LINE.includes(state)) return;
      send({ type: 'ping', t: clock.now() });
      loseUnlessHeard(PROBE_MS, 'no answer to a probe');
    },
  };
}

function parse(text: string): ServerFrame | null {
  try {
    return serverFrame.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
