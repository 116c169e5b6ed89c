import type { Person } from '@balcao/shared/contract/roles.ts';
import { AppError } from '@balcao/shared/errors.ts';
import type { Device, SessionUser } from '@balcao/shared/features/auth/calls.ts';
import { announceAccess } from '../../platform/access-changes.ts';
import type { Bus } from '../../platform/bus.ts';
import type { Tx } from '../../platform/db/client.ts';
import type { Database } from '../../platform/db/database.ts';
import { networkOf } from '../../platform/http/network.ts';
import type { Passwords } from '../sessions/passwords.ts';
import type { Presented, Rotation } from '../sessions/rotation.ts';
import type { SecondFactor } from '../sessions/second-factor.service.ts';
import { isStrong, type SessionPlace, type Sessions } from '../sessions/sessions.service.ts';
import { assertNotBlocked, loadSubscription } from '../subscription/subscription.ts';
import * as accounts from './accounts.repo.ts';
import { createAttemptLimit } from './attempt-limit.ts';
import { loadSessionUser } from './session-user.ts';
import { noteSession, type SignedIn, signIn, signInProven } from './sign-in.ts';
import { companyOfCode, takeCode } from './sign-in-codes.ts';

export interface AuthService {
  /**
   * Signs a person in and ends their earlier session. ERR_INVALID_CREDENTIALS after the same work whether the account
   * or the password is wrong; then ERR_COMPANY_BLOCKED, ERR_SECOND_FACTOR_REQUIRED, ERR_SECOND_FACTOR_WRONG,
   * ERR_SUBSCRIPTION_EXPIRED {date}; and ERR_TOO_MANY_REQUESTS {seconds} before all of them. An admin of an overdue
   * company is signed in all the same: `user.overdueSince` says so, and the answer is a refusal that carries it.
   */
  login(input: LoginInput): Promise<SignedIn>;
  /** Signs in by the code that a page has given. ERR_SIGN_IN_CODE_INVALID, and what `login` throws of the company. */
  redeem(input: RedeemInput): Promise<SignedIn>;
  /** ERR_SESSION_EXPIRED, ERR_SESSION_TAKEN_OVER, ERR_COMPANY_BLOCKED, ERR_USER_DELETED. See `rotate`. */
  refresh(presented: Presented): Promise<SignedIn>;
  logout(tx: Tx, actor: Person, sessionId: string): Promise<void>;
  me(tx: Tx, actor: Person, sessionId: string): Promise<SessionUser>;
  /** That it is really this person who sits there: ERR_WRONG_PASSWORD, ERR_TOO_MANY_REQUESTS {seconds}. */
  confirmPassword(actor: Pick<Person, 'companyId' | 'userId'>, password: string): Promise<void>;
}

interface LoginInput {
  email: string;
  password: string;
  code?: string | undefined;
  device?: Device | undefined;
  program: string;
  address: string;
}

interface RedeemInput {
  code: string;
  /** The word of which the page knows the hash. */
  verifier: string;
  device?: Device | undefined;
  program: string;
  address: string;
}

export interface AuthDependencies {
  db: Database;
  bus: Bus;
  clock: () => Date;
  passwords: Passwords;
  sessions: Sessions;
  secondFactor: SecondFactor;
}

/** A person mistypes; behind one address a whole office signs in. */
const FREE = { account: 5, address: 50 };

/** Nobody types a code, and nobody guesses one. */
const FREE_CODES = { account: 50, address: 50 };

const placeOf = (device: Device | undefined, program: string, address: string): SessionPlace => ({
  device: device?.name ?? '',
  system: device?.system ?? '',
  program,
  address,
});

export function createAuthService(deps: AuthDependencies): AuthService {
  const { db, bus, clock, sessions, passwords } = deps;
  const logins = createAttemptLimit({
    db,
    clock,
    of: 'sign-in',
    free: FREE,
    failures: ['ERR_INVALID_CREDENTIALS', 'ERR_SECOND_FACTOR_WRONG'],
  });
  const codes = createAttemptLimit({
    db,
    clock,
    of: 'sign-in code',
    free: FREE_CODES,
    failures: ['ERR_SIGN_IN_CODE_INVALID'],
  });
  const confirmations = createAttemptLimit({
    db,
    clock,
    of: 'own password',
    free: FREE,
    failures: ['ERR_WRONG_PASSWORD'],
  });

  return {
    login: ({ email, password, code, device, program, address }) =>
      logins.guard({ account: email, address }, async () => {
        const account = await db.asSystem((tx) => accounts.findAccount(tx, email));
        const right = await passwords.verify(account?.passwordHash ?? null, password);
        if (!account || !right) throw new AppError('ERR_INVALID_CREDENTIALS');
        const { companyId, passwordHash } = account;
        const renewedHash = passwords.isOutdated(passwordHash) ? await passwords.hash(password) : undefined;
        const place = placeOf(device, program, address);
        return db.withCompany(companyId, (tx) => signIn(deps, tx, account, { code, renewedHash, place }));
      }),

    redeem: ({ code, verifier, device, program, address }) =>
      codes.guard({ account: networkOf(address) }, async () => {
        const taken = await db.withCompany(companyOfCode(code), (tx) =>
          takeCode(tx, code, { verifier, at: clock() }),
        );
        if (!taken) throw new AppError('ERR_SIGN_IN_CODE_INVALID');
        const place = placeOf(device, program, address);
        return db.withCompany(taken.companyId, (tx) =>
          signInProven(deps, tx, taken, { place, strong: taken.strong, way: taken.way }),
        );
      }),

    async refresh(presented) {
      const companyId = await sessions.companyOfRefresh(presented.refreshToken);
      const { rotation, user } = await db.withCompany(companyId, (tx) => renew(tx, companyId, presented));
      if ('refused' in rotation) throw rotation.refused;
      if (!user) throw new AppError('ERR_SESSION_EXPIRED');
      const { userId, sessionId } = rotation;
      const token = await sessions.signAccess({ userId, companyId, sessionId });
      return { token, refreshToken: rotation.refreshToken, user };
    },

    async logout(tx, actor, sessionId) {
      if (await sessions.end(tx, actor.companyId, sessionId))
        await noteSession(tx, actor, 'logout', sessionId);
      announceAccess(tx, bus, actor);
    },

    async me(tx, { companyId, userId }, sessionId) {
      const strong = await isStrong(tx, companyId, sessionId);
      const user = await loadSessionUser(tx, { companyId, userId, strong }, clock());
      if (!user) throw new AppError('ERR_SESSION_EXPIRED');
      return user;
    },

    confirmPassword: ({ companyId, userId }, password) =>
      confirmations.guard({ account: String(userId) }, async () => {
        const hash = await db.readCompany(companyId, (tx) => accounts.findPassword(tx, companyId, userId));
        if (!(await passwords.verify(hash, password))) throw new AppError('ERR_WRONG_PASSWORD');
      }),
  };

  async function renew(
    tx: Tx,
    companyId: number,
    presented: Presented,
  ): Promise<{ rotation: Rotation; user?: SessionUser | undefined }> {
    assertNotBlocked(await loadSubscription(tx, companyId));
    const rotation = await sessions.rotate(tx, companyId, presented);
    if ('refused' in rotation) {
      const { stolen } = rotation;
      if (!stolen) return { rotation };
      await noteSession(tx, { companyId, userId: stolen.userId }, 'end', stolen.sessionId);
      announceAccess(tx, bus, { companyId, userId: stolen.userId });
      return { rotation };
    }
    const { userId, sessionId } = rotation;
    const strong = await isStrong(tx, companyId, sessionId);
    return { rotation, user: await loadSessionUser(tx, { companyId, userId, strong }, clock()) };
  }
}
