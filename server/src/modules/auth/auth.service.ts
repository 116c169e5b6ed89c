import type { SessionUser } from '@balcao/shared/api/auth.ts';
import { AppError } from '@balcao/shared/errors.ts';
import type { Actor } from '@balcao/shared/permissions.ts';
import { announceAccess } from '../../platform/access-changes.ts';
import type { Bus } from '../../platform/bus.ts';
import type { Tx } from '../../platform/db/client.ts';
import type { Database } from '../../platform/db/database.ts';
import { assertOpen, type Caller } from '../../platform/http/admission.ts';
import type { ProveToken } from '../../platform/http/route.ts';
import { record } from '../audit/audit.service.ts';
import type { Passwords } from '../sessions/passwords.ts';
import { type Presented, type Rotation, rotate } from '../sessions/rotation.ts';
import type { SecondFactor } from '../sessions/second-factor.service.ts';
import { createSessionCache, type LiveSession, liveSession } from '../sessions/session-cache.ts';
import * as repo from '../sessions/sessions.repo.ts';
import type { Tokens } from '../sessions/tokens.ts';
import { assertNotBlocked, assertPaid, loadSubscription } from '../subscriptions/subscription.ts';
import { loadSessionUser } from './session-user.ts';
import { createThrottle } from './throttle.ts';

interface SignedIn {
  token: string;
  refreshToken: string;
  user: SessionUser;
}

interface VerifiedAccess extends Caller {
  /** When the access token ends; the session may go on. */
  expiresAt: Date;
}

export interface AuthService {
  /**
   * Signs a person in and ends their earlier session. ERR_INVALID_CREDENTIALS after the same work whether the account
   * or the password is wrong; then ERR_COMPANY_BLOCKED, ERR_SUBSCRIPTION_EXPIRED {date}, ERR_SECOND_FACTOR_REQUIRED,
   * ERR_SECOND_FACTOR_WRONG; and ERR_TOO_MANY_REQUESTS {seconds} before all of them.
   */
  login(input: LoginInput): Promise<SignedIn>;
  /** ERR_SESSION_EXPIRED, ERR_SESSION_TAKEN_OVER, ERR_COMPANY_BLOCKED, ERR_USER_DELETED. See `rotate`. */
  refresh(presented: Presented): Promise<SignedIn>;
  logout(tx: Tx, actor: Actor, sessionId: string): Promise<void>;
  me(tx: Tx, actor: Actor): Promise<SessionUser>;
  /** Whose access token this is, by its signature alone. ERR_TOKEN_EXPIRED, ERR_SESSION_EXPIRED. */
  proveToken: ProveToken;
  /** Who bears this access token. What `proveToken` and `liveSession` throw. */
  verifyAccess(token: string): Promise<VerifiedAccess>;
  /** Of these sessions those that may not go on being served live, each with the reason, as of now. */
  refusals(sessions: readonly { companyId: number; sessionId: string }[]): Promise<Map<string, AppError>>;
  /** That it is really this person who sits there: ERR_WRONG_PASSWORD, ERR_TOO_MANY_REQUESTS {seconds}. */
  confirmPassword(actor: Pick<Actor, 'companyId' | 'userId'>, password: string): Promise<void>;
  close(): void;
}

interface LoginInput {
  email: string;
  password: string;
  code?: string | undefined;
  address: string;
}

export interface AuthDependencies {
  db: Database;
  bus: Bus;
  clock: () => Date;
  passwords: Passwords;
  tokens: Tokens;
  secondFactor: SecondFactor;
}

/** A person mistypes; behind one address a whole office signs in. */
const FREE = { account: 5, address: 50 };

export function createAuthService(deps: AuthDependencies): AuthService {
  const { db, bus, clock, tokens, passwords } = deps;
  const cache = createSessionCache(deps);
  const logins = createThrottle({
    clock,
    free: FREE,
    failures: ['ERR_INVALID_CREDENTIALS', 'ERR_SECOND_FACTOR_WRONG'],
  });
  const confirmations = createThrottle({ clock, free: FREE, failures: ['ERR_WRONG_PASSWORD'] });

  return {
    login: ({ email, password, code, address }) =>
      logins.guard({ account: email, address }, async () => {
        const account = await db.asSystem((tx) => repo.findAccount(tx, email));
        const right = await passwords.verify(account?.passwordHash ?? null, password);
        if (!account || !right) throw new AppError('ERR_INVALID_CREDENTIALS');
        const { companyId, passwordHash } = account;
        const renewedHash = passwords.isOutdated(passwordHash) ? await passwords.hash(password) : undefined;
        return db.withCompany(companyId, (tx) => signIn(tx, account, { code, renewedHash }));
      }),

    async refresh(presented) {
      const hash = tokens.hashOf(presented.refreshToken);
      const companyId = await db.asSystem((tx) => repo.findCompanyOfRefresh(tx, hash));
      if (companyId === undefined) {
        const isDeleted = await db.asSystem((tx) => repo.isOfDeletedUser(tx, hash));
        throw new AppError(isDeleted ? 'ERR_USER_DELETED' : 'ERR_SESSION_EXPIRED');
      }
      const { rotation, user } = await db.withCompany(companyId, (tx) => renew(tx, companyId, presented));
      if ('refused' in rotation) throw rotation.refused;
      if (!user) throw new AppError('ERR_SESSION_EXPIRED');
      const { userId, sessionId } = rotation;
      const token = await tokens.signAccess({ userId, companyId, sessionId });
      return { token, refreshToken: rotation.refreshToken, user };
    },

    async logout(tx, actor, sessionId) {
      const ended = await repo.endSession(tx, actor.companyId, sessionId, 'logout', clock());
      if (ended) await note(tx, actor, 'logout', sessionId);
      announceAccess(tx, bus, actor);
    },

    async me(tx, { companyId, userId }) {
      const user = await loadSessionUser(tx, companyId, userId);
      if (!user) throw new AppError('ERR_SESSION_EXPIRED');
      return user;
    },

    proveToken,
    verifyAccess: async (token) => (await proveToken(token)).caller(),

    async refusals(sessions) {
      const found = await db.asSystem((tx) => repo.findSessions(tx, sessions));
      const states = new Map(found.map((state) => [state.id, state]));
      return new Map(
        sessions.flatMap(({ sessionId }) => {
          const refusal = refusalOf(states.get(sessionId));
          return refusal ? [[sessionId, refusal] as const] : [];
        }),
      );
    },

    confirmPassword: ({ companyId, userId }, password) =>
      confirmations.guard({ account: String(userId) }, async () => {
        const hash = await db.readCompany(companyId, (tx) => repo.findPassword(tx, companyId, userId));
        if (!(await passwords.verify(hash, password))) throw new AppError('ERR_WRONG_PASSWORD');
      }),

    close: cache.stop,
  };

  async function proveToken(token: string) {
    const { expiresAt, ...claims } = await tokens.verifyAccess(token);
    const { companyId, sessionId } = claims;
    const caller = async () => ({ ...callerOf(await cache.get(claims), sessionId), expiresAt });
    return { companyId, caller };
  }

  async function signIn(
    tx: Tx,
    account: repo.Account,
    { code, renewedHash }: { code: string | undefined; renewedHash: string | undefined },
  ) {
    const { companyId, userId } = account;
    const at = clock();
    const subscription = await loadSubscription(tx, companyId);
    assertNotBlocked(subscription);
    assertPaid(subscription, at);
    // Changed since it was verified: the sessions of the old one have ended, and this must not become one more.
    if ((await repo.lockUser(tx, companyId, userId)) !== account.passwordHash)
      throw new AppError('ERR_INVALID_CREDENTIALS');
    await deps.secondFactor.demand(tx, { companyId, userId }, code);
    if (renewedHash) await repo.storePassword(tx, companyId, userId, renewedHash);
    if (await repo.endAliveSession(tx, companyId, userId, at)) announceAccess(tx, bus, { companyId, userId });
    const id = crypto.randomUUID();
    await repo.startSession(tx, { companyId, userId, id, at });
    const refreshToken = tokens.newRefresh();
    await repo.insertRefresh(tx, { companyId, sessionId: id, hash: tokens.hashOf(refreshToken), at });
    const user = await loadSessionUser(tx, companyId, userId);
    if (!user) throw new AppError('ERR_INVALID_CREDENTIALS');
    const token = await tokens.signAccess({ userId, companyId, sessionId: id });
    await note(tx, account, 'login', id);
    return { token, refreshToken, user };
  }

  async function renew(
    tx: Tx,
    companyId: number,
    presented: Presented,
  ): Promise<{ rotation: Rotation; user?: SessionUser | undefined }> {
    assertNotBlocked(await loadSubscription(tx, companyId));
    const rotation = await rotate(tx, { tokens, at: clock() }, companyId, presented);
    if ('refused' in rotation) {
      const { stolen } = rotation;
      if (!stolen) return { rotation };
      await note(tx, { companyId, userId: stolen.userId }, 'end', stolen.sessionId);
      announceAccess(tx, bus, { companyId, userId: stolen.userId });
      return { rotation };
    }
    return { rotation, user: await loadSessionUser(tx, companyId, rotation.userId) };
  }

  /** A session that the system ended is nobody's deed. */
  async function note(
    tx: Tx,
    { companyId, userId }: Pick<Actor, 'companyId' | 'userId'>,
    action: 'login' | 'logout' | 'end',
    sessionId: string,
  ): Promise<void> {
    const actor = action === 'end' ? null : { companyId, userId };
    const entityName = await repo.nameOf(tx, companyId, userId);
    await record(tx, { companyId, actor, action, entity: 'session', entityId: sessionId, entityName });
  }

  function callerOf({ actor, standing }: LiveSession, sessionId: string): Caller {
    return { actor, sessionId, standing: standing(clock()) };
  }

  /** Why a session that is connected live is not to be served any more; null when it is. */
  function refusalOf(state: repo.SessionState | undefined): AppError | null {
    try {
      assertOpen({ access: 'session' }, callerOf(liveSession(state), state?.id ?? ''));
      return null;
    } catch (error) {
      if (error instanceof AppError) return error;
      throw error;
    }
  }
}
