import type { Log } from '../log.ts';
import { createBackoff } from './backoff.ts';
import { type Clock, createTimer } from './clock.ts';

/** The result of a step: more to do, nothing, or something that does not work yet. */
export type Step = 'more' | 'done' | 'later';

/** One step after the other while there is something to do; after a failure it rests. */
export interface WorkLoop {
  run(): void;
  rest(ms: number): void;
  stop(): void;
  /** Runs at once, also during a rest. */
  begin(): void;
}

interface Deps {
  step(): Step | Promise<Step>;
  /** What the log says of a step that throws. */
  problem: string;
  isReady(): boolean;
  clock: Clock;
  random(): number;
  log: Log;
}

export function createWorkLoop({ step, problem, isReady, clock, random, log }: Deps): WorkLoop {
  const pause = createTimer(clock);
  const backoff = createBackoff(random);
  let paused = false;
  let running = false;

  async function run(): Promise<void> {
    if (running) return;
    running = true;
    try {
      while (isReady() && !paused) {
        const left = step();
        // Only a file takes time: a wait at the end of the queue would miss the command that comes meanwhile.
        const result = typeof left === 'string' ? left : await left;
        if (result === 'later') rest(backoff.next());
        if (result !== 'more') break;
        backoff.reset();
      }
    } catch (error) {
      // A full disk, most likely: the commands are stored and wait.
      log.warn({ err: error }, problem);
      rest(backoff.next());
    } finally {
      running = false;
    }
  }

  function rest(ms: number): void {
    if (!isReady()) return;
    paused = true;
    pause.set(ms, () => {
      paused = false;
      void run();
    });
  }

  return {
    run: () => void run(),
    rest,
    stop: pause.clear,
    begin() {
      paused = false;
      pause.clear();
      void run();
    },
  };
}
