import { OutsideError } from '../../platform/outgoing/outside-error.ts';
import { ChannelError, type ChannelErrorCode } from '../channel.ts';
import { CloudError } from './api.ts';

/** Meta's numbers of what went wrong, in the words of the port. */
const CODES: Record<number, ChannelErrorCode> = {
  // Nothing is wrong with the message: too many of them, or a service that is down for a moment.
  2: 'rate_limited',
  4: 'rate_limited',
  80007: 'rate_limited',
  130429: 'rate_limited',
  131016: 'rate_limited',
  131056: 'rate_limited',
  133004: 'rate_limited',
  // The account: its rules, its bill, its quality.
  368: 'account_restricted',
  130497: 'account_restricted',
  131031: 'account_restricted',
  131042: 'account_restricted',
  131048: 'account_restricted',
  // The person.
  131021: 'recipient_not_found',
  131026: 'recipient_not_found',
  131030: 'recipient_not_found',
  131047: 'outside_service_window',
  131049: 'contact_restricted',
  131050: 'blocked_by_contact',
  // The template: there is none, it wants other parameters, or Meta has stopped it.
  132000: 'template_refused',
  132001: 'template_refused',
  132005: 'template_refused',
  132007: 'template_refused',
  132012: 'template_refused',
  132015: 'template_refused',
  132016: 'template_refused',
  // Whether it went out it does not say.
  1: 'not_accepted_in_time',
  131000: 'not_accepted_in_time',
};

/** To one person one message in six seconds, for long. */
const PAIR_RATE = 131056;
const PAIR_MS = 6_000;

/** What a number of Meta's means; what is not known is wrong with the message itself. */
export const codeOf = (code: number): ChannelErrorCode => CODES[code] ?? 'invalid_content';

/** The token ended or was taken back, or may not do this any more. */
export const isRefused = (error: unknown): error is CloudError =>
  error instanceof CloudError && (error.code === 190 || error.status === 401);

/** What went wrong, in the words of the port. */
export function sendingError(cause: unknown): ChannelError {
  if (cause instanceof ChannelError) return cause;
  if (cause instanceof CloudError) {
    const { code, status, message } = cause;
    // The session finds out, and people give another one.
    if (isRefused(cause)) return new ChannelError('not_connected', message, { cause });
    if (status === 413) return new ChannelError('too_large', message, { cause });
    if (status === 429 && !CODES[code]) return new ChannelError('rate_limited', message, { cause });
    if (status >= 500 && !CODES[code]) return new ChannelError('not_accepted_in_time', message, { cause });
    return new ChannelError(codeOf(code), message, { cause, waitMs: code === PAIR_RATE ? PAIR_MS : null });
  }
  const isUndone = cause instanceof OutsideError && (cause.isUndone || cause.problem === 'forbidden');
  return new ChannelError(isUndone ? 'not_connected' : 'not_accepted_in_time', String(cause), { cause });
}
