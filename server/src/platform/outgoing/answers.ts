import type { z } from 'zod';
import type { HttpClient, OutsideAnswer, OutsideRequest } from './http-client.ts';
import { OutsideError } from './outside-error.ts';

/** The service surely did nothing: it may be asked once more. */
const UNDONE_STATUSES = new Set([408, 425, 429, 503]);
/** Nobody is kept waiting longer because a service says so. */
const MAX_RETRY_AFTER_MS = 3_600_000;
const SHOWN_CHARS = 300;

/**
 * Asks, and reads the answer as JSON. Throws OutsideError for every status that is no success, and `nonsense` for a
 * success that the schema does not know: several services answer HTML, or nothing, with status 200.
 *
 * @param explain what the service says, for the log; default: the beginning of its answer
 */
export async function askJson<S extends z.ZodType>(
  http: HttpClient,
  request: OutsideRequest,
  schema: S,
  explain: (answer: OutsideAnswer) => string = beginningOf,
): Promise<z.output<S>> {
  const answer = await http.send(request);
  if (!isSuccess(answer)) throw refusalOf(answer, explain);
  const parsed = schema.safeParse(jsonOf(answer));
  if (!parsed.success) throw new OutsideError('nonsense', explain(answer), { status: answer.status });
  return parsed.data;
}

export const isSuccess = ({ status }: OutsideAnswer): boolean => status >= 200 && status < 300;

/** The error that an answer without success is. */
export function refusalOf(
  answer: OutsideAnswer,
  explain: (answer: OutsideAnswer) => string = beginningOf,
): OutsideError {
  const { status } = answer;
  const message = `${status} ${explain(answer)}`.trim();
  if (UNDONE_STATUSES.has(status))
    return new OutsideError('busy', message, { status, retryAfterMs: retryAfterOf(answer) });
  return new OutsideError(status >= 500 ? 'unknown' : 'refused', message, { status });
}

/** Undefined for what is no JSON. */
export function jsonOf({ bytes }: Pick<OutsideAnswer, 'bytes'>): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
}

export const beginningOf = ({ bytes }: Pick<OutsideAnswer, 'bytes'>): string =>
  bytes
    .subarray(0, SHOWN_CHARS * 4)
    .toString('utf8')
    .slice(0, SHOWN_CHARS)
    .replaceAll('\0', '');

/** What a service says of a wrong key may be the key. */
export const withoutSecret = (text: string, secret: string): string =>
  secret === '' ? text : text.replaceAll(secret, '…');

/** `Retry-After` in milliseconds: seconds, or a date (RFC 9110). */
function retryAfterOf({ headers }: OutsideAnswer): number | null {
  const value = headers['retry-after'];
  if (value === undefined) return null;
  const seconds = /^\d+$/.test(value) ? Number(value) : (Date.parse(value) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds * 1000, 0), MAX_RETRY_AFTER_MS) : null;
}
