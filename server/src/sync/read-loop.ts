import type { SessionEnd } from '@balcao/shared/features/auth/calls.ts';
import type { Database } from '../platform/db/database.ts';
import type { ChangeHints } from './change-hints.ts';
import type { CursorProofs } from './cursor-proof.ts';
import { LostError, type SharedReads } from './shared-reads.ts';
import { ResyncError, type ResyncReason, SessionEndedError } from './snapshot.ts';
import { createWakeup } from './wakeup.ts';

export interface ReaderDeps {
  db: Database;
  hints: ChangeHints;
  sharedReads: SharedReads;
  proofs: CursorProofs;
  clock(): Date;
  /** Bounds the read transactions of all consoles together; those who wait gather more changes meanwhile. */
  gate<T>(work: () => Promise<T>): Promise<T>;
}

export interface ReaderEvents {
  onSessionEnded(by: SessionEnd): void;
  onTooSlow(): void;
  /** The database does not answer; whoever found out has said why. */
  onLost(): void;
  onFailed(error: unknown): void;
}

export interface ReadSteps {
  /** Does one piece of work. @returns how long to sleep before the next one, in ms; 0 for at once. */
  step(): Promise<number>;
  /** The reader cannot go on from where it stands. */
  startOver(reason: ResyncReason): void | Promise<void>;
}

export interface ReadLoop {
  /** There is something to do. */
  signal(): void;
  /** Resolves when the step under way is over. */
  stop(): Promise<void>;
}

/** Does one step after the other until it is stopped, or until an error ends it. */
export function startReadLoop({ step, startOver }: ReadSteps, events: ReaderEvents): ReadLoop {
  const wakeup = createWakeup();
  let stopped = false;

  async function stepOrStartOver(): Promise<number> {
    try {
      return await step();
    } catch (error) {
      if (stopped || !(error instanceof ResyncError)) throw error;
      await startOver(error.reason);
      return 0;
    }
  }

  async function run(): Promise<void> {
    while (!stopped) {
      try {
        const rest = await stepOrStartOver();
        if (rest > 0 && !stopped) await wakeup.sleep(rest);
      } catch (error) {
        if (stopped) return;
        stopped = true;
        tellEnd(error, events);
      }
    }
  }

  const running = run();
  return {
    signal: wakeup.signal,
    async stop() {
      stopped = true;
      wakeup.signal();
      await running;
    },
  };
}

function tellEnd(error: unknown, events: ReaderEvents): void {
  if (error instanceof SessionEndedError) events.onSessionEnded(error.by);
  else if (error instanceof LostError) events.onLost();
  else events.onFailed(error);
}
