import { AppError } from '@balcao/shared/errors.ts';
import type { Tx } from '../../platform/db/client.ts';
import { endedError } from './session-cache.ts';
import * as repo from './sessions.repo.ts';
import type { Tokens } from './tokens.ts';

/** A parent that comes back this soon has lost its answer on the way: longer than a console waits before it repeats. */
const REPEAT_MS = 30_000;

/** Refusals are answers, not throws: the end of a stolen session must commit. */
export type Rotation =
  | { refreshToken: string; userId: number; sessionId: string }
  | { refused: AppError; stolen?: { userId: number; sessionId: string } };

/**
 * Each refresh token is used once. A used one that comes back is a thief's or its victim's: the session ends.
 * One exception: its answer may have been lost, so the parent of the unused token is answered with that same token
 * for a short while; successors are derived from their parent, so no token needs to be stored to be told again.
 */
export async function rotate(
  tx: Tx,
  { tokens, at }: { tokens: Tokens; at: Date },
  companyId: number,
  presented: string,
): Promise<Rotation> {
  const hash = tokens.hashRefresh(presented);
  const state = await repo.lockRefresh(tx, companyId, hash);
  if (!state) return { refused: new AppError('ERR_SESSION_EXPIRED') };
  if (state.endedBy) return { refused: endedError(state.endedBy) };
  if (state.expiresAt <= at) return { refused: new AppError('ERR_SESSION_EXPIRED') };

  const { sessionId, userId } = state;
  const refreshToken = tokens.successorOf(presented);
  if (!state.usedAt) {
    const successor = tokens.hashRefresh(refreshToken);
    await repo.insertRefresh(tx, { companyId, sessionId, hash: successor, at });
    await repo.markRefreshUsed(tx, companyId, hash, successor, at);
    return { refreshToken, userId, sessionId };
  }
  if (!state.successorUsed && at.getTime() - state.usedAt.getTime() <= REPEAT_MS)
    return { refreshToken, userId, sessionId };
  await repo.endSession(tx, companyId, sessionId, 'reuse', at);
  return { refused: new AppError('ERR_SESSION_EXPIRED'), stolen: { userId, sessionId } };
}
