import type { SessionUser } from '@balcao/shared/api/auth.ts';
import { AppError } from '@balcao/shared/errors.ts';
import type { Actor } from '@balcao/shared/permissions.ts';
import type { Bus } from '../../platform/bus.ts';
import type { Tx } from '../../platform/db/client.ts';
import type { Database } from '../../platform/db/database.ts';
import { assertPaid, loadSubscription } from '../companies/subscription.ts';
import { loadSessionUser } from '../users/session-user.ts';
import type { LoginThrottle } from './login-throttle.ts';
import type { Passwords } from './passwords.ts';
import { createSessionCache, endedError } from './session-cache.ts';
import * as repo from './sessions.repo.ts';
import type { Tokens } from './tokens.ts';

interface SignedIn {
  token: string;
  refreshToken: string;
  user: SessionUser;
}

interface VerifiedAccess {
  actor: Actor;
  sessionId: string;
  /** When the access token ends; the session may go on. */
  expiresAt: Date;
}

export interface AuthService {
  /**
   * Signs a person in and ends their earlier session. ERR_INVALID_CREDENTIALS after the same work whether the account
   * or the password is wrong, ERR_SUBSCRIPTION_EXPIRED {date}, ERR_TOO_MANY_REQUESTS {seconds}.
   */
  login(input: { email: string; password: string; address: string }): Promise<SignedIn>;
  /** ERR_SESSION_EXPIRED, ERR_SESSION_TAKEN_OVER. See `rotate`. */
  refresh(refreshToken: string): Promise<SignedIn>;
  logout(access: Pick<VerifiedAccess, 'actor' | 'sessionId'>): Promise<void>;
  me(actor: Actor): Promise<SessionUser>;
  /**
   * Who bears this access token. ERR_TOKEN_EXPIRED, ERR_SESSION_EXPIRED, ERR_SESSION_TAKEN_OVER, and
   * ERR_SUBSCRIPTION_EXPIRED {date} unless `openWhenOverdue`.
   */
  verifyAccess(token: string, options?: { openWhenOverdue?: boolean }): Promise<VerifiedAccess>;
  close(): void;
}

export interface AuthDependencies {
  db: Database;
  bus: Bus;
  clock: () => Date;
  passwords: Passwords;
  tokens: Tokens;
  throttle: LoginThrottle;
}

/** A parent that comes back this soon has lost its answer on the way: longer than a console waits before it repeats. */
const REPEAT_MS = 30_000;

type Rotation = { refreshToken: string; userId: number; sessionId: string } | { refused: AppError };

export function createAuthService(deps: AuthDependencies): AuthService {
  const { db, bus, clock, tokens } = deps;
  const cache = createSessionCache(deps);
  const announceEnd = (sessionId: string, by: repo.SessionEnd) =>
    bus.send('session.ended', { sessionId, by });

  return {
    login: ({ email, password, address }) =>
      deps.throttle.guard({ account: email, address }, async () => {
        const account = await db.asSystem((tx) => repo.findAccount(tx, email));
        const right = await deps.passwords.verify(account?.passwordHash ?? null, password);
        if (!account || !right) throw new AppError('ERR_INVALID_CREDENTIALS');
        const { companyId, userId } = account;
        const started = await db.withCompany(companyId, (tx) => signIn(tx, companyId, userId));
        if (started.ended) announceEnd(started.ended, 'taken_over');
        return started.signedIn;
      }),

    async refresh(refreshToken) {
      const hash = tokens.hashRefresh(refreshToken);
      const companyId = await db.asSystem((tx) => repo.findCompanyOfRefresh(tx, hash));
      if (companyId === undefined) throw new AppError('ERR_SESSION_EXPIRED');
      // Refusals are returned and thrown outside: the end of a stolen session must commit.
      const { rotation, ended, user } = await db.withCompany(companyId, async (tx) => {
        const state = await repo.lockRefresh(tx, companyId, hash);
        const turned = await rotate(tx, companyId, refreshToken, state);
        const person =
          'refused' in turned.rotation ? null : await loadSessionUser(tx, companyId, turned.rotation.userId);
        return { ...turned, user: person };
      });
      if (ended) announceEnd(ended, 'reuse');
      if ('refused' in rotation) throw rotation.refused;
      if (!user) throw new AppError('ERR_SESSION_EXPIRED');
      const { userId, sessionId } = rotation;
      return {
        token: await tokens.signAccess({ userId, companyId, sessionId }),
        refreshToken: rotation.refreshToken,
        user,
      };
    },

    async logout({ actor, sessionId }) {
      await db.withCompany(actor.companyId, (tx) =>
        repo.endSession(tx, actor.companyId, sessionId, 'logout', clock()),
      );
      announceEnd(sessionId, 'logout');
    },

    async me(actor) {
      const user = await db.readCompany(actor.companyId, (tx) =>
        loadSessionUser(tx, actor.companyId, actor.userId),
      );
      if (!user) throw new AppError('ERR_SESSION_EXPIRED');
      return user;
    },

    async verifyAccess(token, options) {
      const { expiresAt, ...claims } = await tokens.verifyAccess(token);
      const { actor, subscription } = await cache.get(claims);
      if (!options?.openWhenOverdue) assertPaid(subscription, clock());
      return { actor, sessionId: claims.sessionId, expiresAt };
    },

    close: cache.stop,
  };

  async function signIn(tx: Tx, companyId: number, userId: number) {
    const at = clock();
    assertPaid(await loadSubscription(tx, companyId), at);
    await repo.lockUser(tx, companyId, userId);
    const ended = await repo.endAliveSession(tx, companyId, userId, at);
    const id = crypto.randomUUID();
    await repo.startSession(tx, { companyId, userId, id, at });
    const refreshToken = tokens.newRefresh();
    await repo.insertRefresh(tx, { companyId, sessionId: id, hash: tokens.hashRefresh(refreshToken), at });
    const user = await loadSessionUser(tx, companyId, userId);
    if (!user) throw new AppError('ERR_INVALID_CREDENTIALS');
    const token = await tokens.signAccess({ userId, companyId, sessionId: id });
    return { ended, signedIn: { token, refreshToken, user } };
  }

  /**
   * Each refresh token is used once. A used one that comes back is a thief's or its victim's: the session ends.
   * One exception: its answer may have been lost, so the parent of the unused token is answered with that same token
   * for ten seconds; successors are derived from their parent, so no token needs to be stored to be told again.
   */
  async function rotate(
    tx: Tx,
    companyId: number,
    presented: string,
    state: repo.RefreshState | undefined,
  ): Promise<{ rotation: Rotation; ended: string | null }> {
    const at = clock();
    if (!state) return refuse(new AppError('ERR_SESSION_EXPIRED'));
    if (state.endedBy) return refuse(endedError(state.endedBy));
    if (state.expiresAt <= at) return refuse(new AppError('ERR_SESSION_EXPIRED'));

    const { sessionId, userId } = state;
    const refreshToken = tokens.successorOf(presented);
    const rotation = { refreshToken, userId, sessionId };
    if (!state.usedAt) {
      const successor = tokens.hashRefresh(refreshToken);
      await repo.insertRefresh(tx, { companyId, sessionId, hash: successor, at });
      await repo.markRefreshUsed(tx, companyId, tokens.hashRefresh(presented), successor, at);
      return { rotation, ended: null };
    }
    if (!state.successorUsed && at.getTime() - state.usedAt.getTime() <= REPEAT_MS)
      return { rotation, ended: null };
    await repo.endSession(tx, companyId, sessionId, 'reuse', at);
    return { rotation: { refused: new AppError('ERR_SESSION_EXPIRED') }, ended: sessionId };
  }
}

const refuse = (refused: AppError) => ({ rotation: { refused }, ended: null });
