/**
 * What became of a call to the outside:
 * - `forbidden`: the address is one of our own network, and nothing was asked;
 * - `unreachable`: no connection; surely nothing was done;
 * - `busy`: the service says that it did nothing and may be asked again (408, 425, 429, 503);
 * - `refused`: the service does not want it, and will not want it later: a wrong key, a wrong address, a redirect;
 * - `nonsense`: it answered, and nobody understands the answer: HTML, nothing at all, too much;
 * - `unknown`: it may have been done: no answer in time, a lost line, a failure of the service.
 */
export type OutsideProblem = 'forbidden' | 'unreachable' | 'busy' | 'refused' | 'nonsense' | 'unknown';

/** A call to the outside that has not brought what was asked for. */
export class OutsideError extends Error {
  readonly problem: OutsideProblem;
  /** The HTTP status, when there was an answer. */
  readonly status: number | null;
  /** How long the service wants to be left alone, in milliseconds; null: it did not say. */
  readonly retryAfterMs: number | null;

  constructor(
    problem: OutsideProblem,
    message: string,
    details: { status?: number; retryAfterMs?: number | null; cause?: unknown } = {},
  ) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = 'OutsideError';
    this.problem = problem;
    this.status = details.status ?? null;
    this.retryAfterMs = details.retryAfterMs ?? null;
  }

  /** Whether the service surely did nothing, so that asking again cannot do it twice. */
  get isUndone(): boolean {
    return this.problem === 'unreachable' || this.problem === 'busy';
  }
}
