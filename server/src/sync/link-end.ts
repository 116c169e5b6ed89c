import { AppError, ERRORS, type ErrorCode, type ErrorParams } from '@balcao/shared/errors.ts';
import type { SessionEnd } from '@balcao/shared/features/auth/calls.ts';
import { CLOSE } from '@balcao/shared/sync/frames.ts';
import { endedError } from '../modules/sessions/session-cache.ts';
import { toAppError } from '../platform/db/errors.ts';
import type { LinkDeps, LinkSocket, Peer } from './peer.ts';
import { type ListenerIdentity, SessionEndedError } from './snapshot.ts';

const RETRY_AFTER_LOSS_MS = 2_000;

/** The ways in which a connection ends, each with the word and the code that the other side knows it by. */
export interface LinkEnd {
  refuse(code: ErrorCode, close: number, params?: ErrorParams): void;
  /** What was said is no frame, or none for this moment. */
  malformed(): void;
  /** The session has ended, as the database says. */
  sessionEnded(identity: ListenerIdentity, by: SessionEnd): void;
  fail(error: unknown, context: string): void;
  goAway(reconnectAfterMs: number): void;
  /** A way to the database is lost: another connection may have more luck. */
  lost(): void;
  tooSlow(): void;
}

/** @param lastWords what the other side, if it is known, is told before the error */
export function createLinkEnd(
  deps: Pick<LinkDeps, 'refusalOf' | 'onError'>,
  socket: LinkSocket,
  lastWords: Peer['lastWords'],
): LinkEnd {
  function refuse(code: ErrorCode, close: number, params?: ErrorParams): void {
    const { retryable } = ERRORS[code];
    const last = lastWords(code);
    if (last) socket.send(last);
    socket.send({ type: 'error', code, retryable, ...(params ? { params } : {}) });
    socket.close(close);
  }

  const malformed = () => refuse('ERR_PROTOCOL', CLOSE.protocolError);

  function endSession(by: SessionEnd): void {
    const { code } = endedError(by);
    refuse(code, closeCodeOf(code));
  }

  /** Of a blocked company the sessions have ended too, and that it is blocked is what people are to be told. */
  async function explainEnd(identity: ListenerIdentity, by: SessionEnd): Promise<void> {
    const reason = await deps.refusalOf(identity).catch(() => null);
    if (reason) fail(reason, 'session');
    else endSession(by);
  }

  function goAway(reconnectAfterMs: number): void {
    socket.send({ type: 'bye', code: 'ERR_UNAVAILABLE', reconnectAfterMs });
    socket.close(CLOSE.goingAway);
  }

  function fail(error: unknown, context: string) {
    if (error instanceof SessionEndedError) return endSession(error.by);
    if (error instanceof AppError) return refuse(error.code, closeCodeOf(error.code), error.params);
    // A value that the schema allows and no column can hold.
    if (toAppError(error).code === 'ERR_VALIDATION') return malformed();
    deps.onError(error, context);
    goAway(RETRY_AFTER_LOSS_MS);
  }

  return {
    refuse,
    malformed,
    sessionEnded: (identity, by) => void explainEnd(identity, by),
    fail,
    goAway,
    lost: () => goAway(RETRY_AFTER_LOSS_MS),
    tooSlow: () => socket.close(CLOSE.tooSlow),
  };
}

/** The session is alive, but the company lets it do nothing now: a fresh token would not help. */
const CLOSED_BY_COMPANY: readonly ErrorCode[] = [
  'ERR_SUBSCRIPTION_EXPIRED',
  'ERR_COMPANY_BLOCKED',
  'ERR_SECOND_FACTOR_SETUP',
];

function closeCodeOf(code: ErrorCode): number {
  if (code === 'ERR_SESSION_TAKEN_OVER') return CLOSE.takenOver;
  if (CLOSED_BY_COMPANY.includes(code)) return CLOSE.companyBlocked;
  return ERRORS[code].retryable ? CLOSE.goingAway : CLOSE.tokenInvalid;
}
