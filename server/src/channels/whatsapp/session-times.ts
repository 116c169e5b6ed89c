import type { Backoff } from '../backoff.ts';

export interface SessionTimes {
  backoff: Backoff;
  /** Nothing is sent right after `open`: the library is still moving our own keys (hazard H11). */
  holdMs: number;
  ackTimeoutMs: number;
  /**
   * Interval of keep-alive queries. A connection on which nothing came for that long and 5 s more is
   * closed; the library's own default is 30 s.
   */
  aliveMs: number;
  /** How long each QR code lives; undefined: a minute for the first, then 20 s. */
  qrTimeoutMs: number | undefined;
  /** Wait after another client used our identity: never fight. */
  replacedMs: number;
  /** A connection that lived this long was good: the next drop counts from one again. */
  stableMs: number;
  /** Deadline for each call of the key store: one that never returns makes the session deaf (hazard H5). */
  keyDeadlineMs: number;
  /** A stanza that the library has not finished with for so long never comes out: the session is deaf (hazard H5). */
  stalledMs: number;
  /** Deadline for the lines of an order. */
  orderMs: number;
}

export const SESSION_TIMES: SessionTimes = {
  backoff: { minMs: 1_000, maxMs: 5 * 60_000 },
  holdMs: 1_500,
  ackTimeoutMs: 20_000,
  aliveMs: 20_000,
  qrTimeoutMs: undefined,
  replacedMs: 30_000,
  stableMs: 60_000,
  keyDeadlineMs: 8_000,
  stalledMs: 60_000,
  orderMs: 15_000,
};
