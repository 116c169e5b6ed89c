import type { Mutation } from '@balcao/shared/sync/commands.ts';
import { LIMITS } from '@balcao/shared/sync/frames.ts';
import { crashAt } from '../failpoints.ts';
import type { Log } from '../log.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { Clock } from './clock.ts';
import { createFileBringer } from './file-bringer.ts';
import { createInFlight } from './in-flight.ts';
import { createWorkLoop, type Step } from './work-loop.ts';

/** Sends the outbox while there is a connection: in its order, but for what waits for a file of its ticket. */
export interface Pusher {
  /** A connection is ready for commands. */
  connected(): void;
  /** @param isLost with its line: what was sent over it is sent again over the next one */
  disconnected(isLost: boolean): void;
  /** The store is about to be closed. */
  stop(): void;
  /** The outbox has changed. */
  kick(): void;
  confirmed(acked: number): void;
  /** The server could not run a command now, and has dropped whatever waited there. */
  repeat(afterMs: number): void;
  /** A command that was sent over this connection has had no answer for some seconds. */
  isUnanswered(): boolean;
}

interface Deps {
  outbox: Outbox;
  upload(mediaId: string): Promise<void>;
  send(mutations: Mutation[]): void;
  /** `isUnanswered` has changed. */
  answering(): void;
  clock: Clock;
  random(): number;
  log: Log;
}

/** Half of what a frame may hold: one command with the longest text, escaped, still fits beside others. */
const MAX_PUSH_CHARS = LIMITS.maxFrame / 2;
const REPEAT_MS = 1_000;

export function createPusher({ outbox, upload, send, answering, clock, random, log }: Deps): Pusher {
  let ready = false;
  let stopped = false;
  const inFlight = createInFlight(clock, answering);
  const loop = { isReady: () => ready, clock, random, log };
  const commands = createWorkLoop({ ...loop, step: pushReady, problem: 'commands could not be pushed' });
  // Files go beside the commands: a large file holds back its own ticket alone.
  const bringFile = createFileBringer({
    outbox,
    upload,
    isStopped: () => stopped,
    brought: () => commands.run(),
    log,
  });
  const files = createWorkLoop({ ...loop, step: bringFile, problem: 'files could not be brought' });

  function pushReady(): Step {
    const underWay = inFlight.positions();
    const positions = outbox.ready(LIMITS.mutationsInFlight - underWay.length, underWay);
    if (positions.length === 0) return 'done';
    const mutations = outbox.number(positions);
    crashAt('command.numbered');
    inFlight.add(mutations.map(({ seq }, index) => ({ seq, position: positions[index] ?? 0 })));
    for (const frame of frames(mutations)) send(frame);
    crashAt('command.sent');
    return 'more';
  }

  return {
    connected() {
      ready = true;
      commands.begin();
      files.begin();
    },
    disconnected(isLost) {
      ready = false;
      if (isLost) inFlight.forget();
      commands.stop();
      files.stop();
    },
    stop() {
      stopped = true;
      ready = false;
      inFlight.stop();
      commands.stop();
      files.stop();
    },
    kick() {
      commands.run();
      files.run();
    },
    confirmed(acked) {
      inFlight.confirm(acked);
      commands.run();
    },
    repeat(afterMs) {
      // Those before it too: they may have come again meanwhile, and been dropped with the others.
      inFlight.forget();
      commands.rest(afterMs || REPEAT_MS);
    },
    isUnanswered: inFlight.isUnanswered,
  };
}

function* frames(mutations: Mutation[]): Generator<Mutation[]> {
  let frame: Mutation[] = [];
  let chars = 0;
  for (const mutation of mutations) {
    const length = JSON.stringify(mutation).length;
    if (frame.length > 0 && chars + length > MAX_PUSH_CHARS) {
      yield frame;
      frame = [];
      chars = 0;
    }
    frame.push(mutation);
    chars += length;
  }
  if (frame.length > 0) yield frame;
}
