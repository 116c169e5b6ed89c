import { AppError, type ErrorCode } from '@balcao/shared/errors.ts';
import { CLOSE, type ClientFrame, type HelloFrame, type ServerFrame } from '@balcao/shared/sync/frames.ts';
import type { Log } from '../log.ts';
import { type Clock, createTimer } from './clock.ts';
import { createClockWatch } from './clock-watch.ts';
import { PROBE_MS } from './heartbeat.ts';
import { createLine } from './line.ts';
import { createLineToken } from './line-token.ts';
import { ON_LINE, type State, TRANSITIONS, type Transition } from './machine.ts';
import { createOutage, type Trouble } from './outage.ts';
import { createPauses } from './pauses.ts';
import type { Connect } from './socket.ts';
import { createStateLimit } from './state-limit.ts';

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

interface Deps {
  url: string;
  connect: Connect;
  token(refused: string | null): Promise<string>;
  greeting(): Omit<HelloFrame, 'type' | 'token'>;
  /** May throw: the line is lost then. */
  receive(frame: Handled): void;
  /** Called after the state has changed. */
  entered(state: State, from: State): void;
  clock: Clock;
  random(): number;
  log: Log;
}

/** The frames that are not answered here. */
export type Handled = Exclude<ServerFrame, { type: 'pong' | 'bye' | 'auth.expiring' }>;

/**
 * This long live and caught up, and the pauses begin short again: a console that had a line waits a second for the next
 * one, however long the break before was. A line that flaps lives less, and its pauses grow.
 */
const STEADY_MS = 5_000;

const MAKING: readonly State[] = ['connecting', 'hello'];

const FINAL_CLOSE: Record<number, ErrorCode> = {
  [CLOSE.takenOver]: 'ERR_SESSION_TAKEN_OVER',
  [CLOSE.protocolTooOld]: 'ERR_PROTOCOL_TOO_OLD',
};

export function createConnection(deps: Deps): Connection {
  const { clock, log } = deps;
  const limit = createStateLimit(clock, tookTooLong);
  const steady = createTimer(clock);
  const outage = createOutage(clock);
  const pauses = createPauses({ clock, random: deps.random, ended: () => move('retry') });
  const token = createLineToken(deps.token);
  const line = createLine({
    url: deps.url,
    connect: deps.connect,
    token,
    clock,
    opened: () => move('opened'),
    received,
    alive: outage.heard,
    closed,
    failed: lose,
  });
  const clockWatch = createClockWatch(clock, () => startOver('the clock has jumped'));
  let state: State = 'offline';
  /** The last reason that the server gave on this connection. */
  let lastError: ErrorCode | null = null;

  function move(transition: Transition): void {
    const next = TRANSITIONS[state][transition];
    if (next === null) return;
    const from = state;
    state = next;
    limit(state);
    if (!ON_LINE.includes(next)) line.drop();
    if (next === from) return;
    if (from === 'live') steady.clear();
    if (transition === 'welcomed') outage.end();
    if (from === 'offline' || from === 'stopped') {
      outage.forgetTimes();
      settleDown();
      clockWatch.start();
    }
    begin(next);
    deps.entered(next, from);
  }

  function begin(next: State): void {
    pauses.cancel();
    if (next === 'offline' || next === 'stopped') clockWatch.stop();
    else if (next === 'connecting') void line.make();
    else if (next === 'hello') greet();
    else if (next === 'live') steady.set(STEADY_MS, settleDown);
    else if (next === 'backingOff') pauses.begin();
  }

  function settleDown(): void {
    pauses.reset();
    token.proven();
  }

  function tookTooLong(during: State): void {
    const code = line.latestAttempt().isLocated ? 'ERR_SERVER_UNREACHABLE' : 'ERR_OFFLINE';
    lose(new AppError(code, {}, { message: `${during} took too long` }));
  }

  function greet(): void {
    outage.explained();
    lastError = null;
    outage.heard();
    line.send({ type: 'hello', ...deps.greeting(), token: token.current() });
  }

  function startOver(message: string): void {
    // Nobody listened while the computer slept.
    if (clockWatch.hasJumped()) outage.forgetTimes();
    lose(new AppError('ERR_OFFLINE', {}, { message }));
    if (state === 'backingOff') retryNow();
  }

  /** Retries at once; the pauses grown so far no longer apply. */
  function retryNow(): void {
    pauses.reset();
    move('retry');
  }

  function received(frame: ServerFrame | null): void {
    if (frame?.type === 'error') lastError = frame.code;
    if (!frame) {
      line.closeWith(CLOSE.protocolError);
      lose(new AppError('ERR_PROTOCOL', {}, { message: 'a frame that we do not understand' }));
    } else if (frame.type === 'bye') {
      pauses.suggest(frame.reconnectAfterMs);
      lose(new AppError(frame.code));
    } else if (frame.type === 'auth.expiring') {
      // The server closes the line when the old one has ended; that is soon enough to act.
      line.renewToken().catch((error) => log.warn({ err: error }, 'the token could not be renewed yet'));
    } else if (frame.type !== 'pong') {
      limit(state);
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
    if (code === CLOSE.tokenInvalid && ON_LINE.includes(state)) tokenRefused();
    else lose(reasonOf(code, lastError) ?? error ?? closeError('ERR_UNAVAILABLE', code));
  }

  function tokenRefused(): void {
    if (token.refuse()) move('renew');
    else lose(new AppError('ERR_SESSION_EXPIRED'));
  }

  function lose(error: unknown): void {
    if (TRANSITIONS[state].lost === null) return;
    log.info({ err: error, state }, 'the connection to the server is lost');
    move(outage.begin(error) ? 'refused' : 'lost');
  }

  return {
    state: () => state,
    trouble: outage.trouble,
    downSince: outage.since,
    retryAt: pauses.endsAt,
    send: line.send,
    move,
    lose,
    probe() {
      const isStuck = MAKING.includes(state) && clock.now() - line.latestAttempt().at > PROBE_MS;
      if (clockWatch.hasJumped() || isStuck) return startOver('what was begun before is not waited for');
      if (state === 'backingOff') return retryNow();
      if (ON_LINE.includes(state)) line.probe();
    },
  };
}

/** Why the server closes a line for good; null when another attempt makes sense. */
function reasonOf(code: number, lastError: ErrorCode | null): AppError | null {
  // The company lets this session do nothing; only the frame before says what is wrong with it.
  const byCompany = code === CLOSE.companyBlocked ? (lastError ?? 'ERR_SUBSCRIPTION_EXPIRED') : undefined;
  const final = byCompany ?? FINAL_CLOSE[code];
  return final ? closeError(final, code) : null;
}

function closeError(error: ErrorCode, code: number): AppError {
  return new AppError(error, {}, { message: `closed with ${code}` });
}
