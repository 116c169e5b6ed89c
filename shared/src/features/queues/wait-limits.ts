import type { QueueRow } from './row.ts';

export type WaitLimits = Pick<QueueRow, 'waitWarnMinutes' | 'waitLateMinutes'>;

/** Of new queues, and of tickets without one. */
export const DEFAULT_WAIT_LIMITS: WaitLimits = { waitWarnMinutes: 5, waitLateMinutes: 15 };

export type WaitLevel = 'early' | 'long' | 'late';

/** Whether a customer waits too long for an answer. A limit of 0 is never reached. */
export function waitLevel(minutes: number, { waitWarnMinutes, waitLateMinutes }: WaitLimits): WaitLevel {
  const isReached = (limit: number) => limit > 0 && minutes >= limit;
  return isReached(waitLateMinutes) ? 'late' : isReached(waitWarnMinutes) ? 'long' : 'early';
}
