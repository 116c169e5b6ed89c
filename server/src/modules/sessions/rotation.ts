import { AppError } from '@balcao/shared/errors.ts';
import type { Tx } from '../../platform/db/client.ts';
import { endedError } from './session-cache.ts';
import * as repo from './sessions.repo.ts';
import type { TokenIssuer } from './token-issuer.ts';

/** What the bearer of a refresh token shows. */
export interface Presented {
  refreshToken: string;
  /** A word of the bearer's own making; it says the same one until it has the answer. */
  word?: string | undefined;
  /** From where it is shown. */
  from: Pick<repo.SessionPlace, 'program' | 'address'>;
}

/** Without a word, a parent that comes back this soon has lost its answer on the way. */
const REPEAT_MS = 30_000;

/** Refusals are answers, not throws: the end of a stolen session must commit. */
export type Rotation =
  | { refreshToken: string; userId: number; sessionId: string }
  | { refused: AppError; stolen?: { userId: number; sessionId: string } };

/**
 * Each refresh token is used once. A used one that comes back is a thief's or its victim's: the session ends.
 * One exception: its answer may have been lost, so the parent of the unused token is answered with that same token.
 * With the word that was said when it was used, which no thief of a token knows, at any time; otherwise for a short
 * while. Successors are derived from their parent, so no token needs to be stored to be told again.
 */
export async function rotate(
  tx: Tx,
  { tokens, at }: { tokens: TokenIssuer; at: Date },
  companyId: number,
  presented: Presented,
): Promise<Rotation> {
  const hash = tokens.hashOf(presented.refreshToken);
  const state = await repo.lockRefresh(tx, companyId, hash);
  if (!state) return { refused: new AppError('ERR_SESSION_EXPIRED') };
  if (state.endedBy) return { refused: endedError(state.endedBy) };
  if (state.expiresAt <= at) return { refused: new AppError('ERR_SESSION_EXPIRED') };

  const { sessionId, userId } = state;
  const refreshToken = tokens.successorOf(presented.refreshToken);
  const word = presented.word === undefined ? null : tokens.hashOf(presented.word);
  if (!state.usedAt) {
    const successor = tokens.hashOf(refreshToken);
    await repo.insertRefresh(tx, { companyId, sessionId, hash: successor, at });
    await repo.markRefreshUsed(tx, companyId, hash, { successor, word, at });
    await repo.noteUse(tx, companyId, sessionId, { ...presented.from, at });
    return { refreshToken, userId, sessionId };
  }
  const isSameBearer = word !== null && state.word?.equals(word) === true;
  const isSoon = at.getTime() - state.usedAt.getTime() <= REPEAT_MS;
  if (!state.successorUsed && (isSameBearer || isSoon)) return { refreshToken, userId, sessionId };
  await repo.endSession(tx, companyId, sessionId, 'reuse', at);
  return { refused: new AppError('ERR_SESSION_EXPIRED'), stolen: { userId, sessionId } };
}
