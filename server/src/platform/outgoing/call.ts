import type { Tx } from '../db/client.ts';
import { OutsideError } from './outside-error.ts';

/** What a row asks for: when it may begin, and how long all tries together may take. */
export interface NewCall {
  companyId: number;
  /** UUIDv7: the row of its kind that says what is asked has the same. */
  id: string;
  kind: string;
  /** Calls of one lane are made one after the other, in the order of their ids. */
  lane: string;
  dueAt: Date;
  /** However soon it becomes due: not before. */
  notBefore?: Date;
  /** From `dueAt` on, or from the end of the call before it in its lane; null: as long as its kind tries. */
  patienceMs: number | null;
}

/** A call that this process makes now. */
export interface RunningCall {
  companyId: number;
  id: string;
  /** 1 for the first time. */
  attempt: number;
  /** When somebody must have been answered. */
  deadline: Date | null;
  /** The process that made it before is gone, and nobody knows how far it came. */
  wasInterrupted: boolean;
  /** Aborted when the process ends and waits no longer. */
  signal: AbortSignal;
  /** The process ends: what asks several times begins nothing more. */
  isEnding(): boolean;
  /**
   * The call is over: for the transaction that writes what came of it, before anything else. False when it is not this
   * process's any more; then nothing may be written.
   */
  end(tx: Tx): Promise<boolean>;
}

/** How calls of a kind are made. What they ask and what follows is the kind's; when, and how often, is not. */
export interface CallKind {
  kind: string;
  /** Asks, and writes what came of it in a transaction that has ended the call. */
  take(call: RunningCall): Promise<void>;
  /** Whether to ask once more after this error. */
  mayRepeat(error: unknown): boolean;
  /** Before the next try, growing from the first to the most; default: half a second to a minute. */
  pauseMs?: { first: number; most: number };
  /** Tries of a call; those of one with a deadline end there as well. */
  maxAttempts: number;
  /** Instead of `take`, once nothing is asked any more: the deadline is over, or it failed for good. */
  giveUp(call: RunningCall, error: unknown): Promise<void>;
}

/** The time is over, and there was no answer. */
export class DeadlineError extends Error {
  constructor() {
    super('no answer in time');
    this.name = 'DeadlineError';
  }
}

/** The error of the outside that stands behind another one. */
export function outsideErrorOf(error: unknown): OutsideError | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (cause instanceof OutsideError) return cause;
  return null;
}

/** Whether the service surely did nothing, so that asking again cannot do it twice. */
export const isUndone = (error: unknown): boolean => outsideErrorOf(error)?.isUndone ?? false;
