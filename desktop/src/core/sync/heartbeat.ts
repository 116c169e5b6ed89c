import { SOCKET_HEARTBEAT_MS } from '@balcao/shared/contract/limits.ts';
import { AppError } from '@balcao/shared/errors.ts';
import { type Clock, createTimer } from './clock.ts';

/** Asks the server again and again whether it is there, and reports a line that is silent. */
export interface Heartbeat {
  start(): void;
  stop(): void;
  /** Something came over the line. */
  heard(): void;
  /** Asks now, and waits less for the answer. */
  probe(): void;
}

interface Deps {
  clock: Clock;
  ping(): void;
  silent(error: AppError): void;
}

/**
 * A connection silent for so long is dead: the agent must not take an old list for a live one. Half of what the server
 * grants a console, which may be slow.
 */
const SILENCE_MS = SOCKET_HEARTBEAT_MS / 2;
/** A ping goes out twice in that time, so that a slow answer is no break. */
const PING_MS = SILENCE_MS / 2;
/** A line that is alive answers this fast. */
export const PROBE_MS = 5_000;

export function createHeartbeat({ clock, ping, silent }: Deps): Heartbeat {
  const beats = createTimer(clock);
  const silence = createTimer(clock);

  function beat(): void {
    beats.set(PING_MS, () => {
      ping();
      beat();
    });
  }

  function reportUnlessHeard(ms: number, message: string): void {
    silence.set(ms, () => silent(new AppError('ERR_SERVER_UNREACHABLE', {}, { message })));
  }

  const heard = () => reportUnlessHeard(SILENCE_MS, 'the line is silent');

  return {
    start() {
      heard();
      beat();
    },
    stop() {
      beats.clear();
      silence.clear();
    },
    heard,
    probe() {
      ping();
      reportUnlessHeard(PROBE_MS, 'no answer to a probe');
    },
  };
}
