import type { Person } from '@balcao/shared/contract/roles.ts';
import { AppError } from '@balcao/shared/errors.ts';
import type { SessionUser, SignInWay } from '@balcao/shared/features/auth/calls.ts';
import { can } from '@balcao/shared/permissions.ts';
import type { Tx } from '../../platform/db/client.ts';
import { overdue } from '../../platform/http/admission.ts';
import { record } from '../audit/audit.service.ts';
import type { SecondFactor } from '../sessions/second-factor.service.ts';
import type { SessionPlace, Sessions } from '../sessions/sessions.service.ts';
import { assertNotBlocked, loadSubscription } from '../subscription/subscription.ts';
import * as accounts from './accounts.repo.ts';
import { loadSessionUser } from './session-user.ts';

export interface SignedIn {
  token: string;
  refreshToken: string;
  user: SessionUser;
}

interface SignInDependencies {
  clock: () => Date;
  sessions: Pick<Sessions, 'start'>;
  secondFactor: SecondFactor;
}

/** Begins the session of a person whose password was right. */
export async function signIn(
  deps: SignInDependencies,
  tx: Tx,
  account: accounts.SignInAccount,
  {
    code,
    renewedHash,
    place,
  }: { code: string | undefined; renewedHash: string | undefined; place: SessionPlace },
): Promise<SignedIn> {
  const { companyId, userId } = account;
  assertNotBlocked(await loadSubscription(tx, companyId));
  // Changed since it was verified: the sessions of the old one have ended, and this must not become one more.
  if ((await accounts.lockUser(tx, companyId, userId)) !== account.passwordHash)
    throw new AppError('ERR_INVALID_CREDENTIALS');
  await deps.secondFactor.demand(tx, { companyId, userId }, code);
  if (renewedHash) await accounts.storePassword(tx, companyId, userId, renewedHash);
  return enter(deps, tx, account, { place, strong: false, way: 'password' });
}

/**
 * Begins the session of a person who has signed in on a page.
 *
 * @param options.strong what the page has asked for is worth a second factor
 */
export async function signInProven(
  deps: SignInDependencies,
  tx: Tx,
  person: Pick<Person, 'companyId' | 'userId'>,
  options: { place: SessionPlace; strong: boolean; way: SignInWay },
): Promise<SignedIn> {
  const { companyId, userId } = person;
  assertNotBlocked(await loadSubscription(tx, companyId));
  if ((await accounts.lockUser(tx, companyId, userId)) === undefined)
    throw new AppError('ERR_SIGN_IN_CODE_INVALID');
  return enter(deps, tx, person, options);
}

/** Whoever this is, is proven and locked. */
async function enter(
  { clock, sessions }: SignInDependencies,
  tx: Tx,
  { companyId, userId }: Pick<Person, 'companyId' | 'userId'>,
  { place, strong, way }: { place: SessionPlace; strong: boolean; way: SignInWay },
): Promise<SignedIn> {
  const user = await loadSessionUser(tx, { companyId, userId, strong }, clock());
  if (!user) throw new AppError('ERR_INVALID_CREDENTIALS');
  // Who could do nothing about it gets no session.
  if (user.overdueSince && !can(user, 'subscription:view')) throw overdue(user);
  const { sessionId, token, refreshToken } = await sessions.start(
    tx,
    { companyId, userId },
    { ...place, strong, way },
  );
  await noteSession(tx, { companyId, userId }, 'login', sessionId);
  return { token, refreshToken, user };
}

/** A session that the system ended is nobody's deed. */
export async function noteSession(
  tx: Tx,
  { companyId, userId }: Pick<Person, 'companyId' | 'userId'>,
  action: 'login' | 'logout' | 'end',
  sessionId: string,
): Promise<void> {
  const actor = action === 'end' ? null : { companyId, userId };
  const entityName = await accounts.nameOf(tx, companyId, userId);
  await record(tx, { companyId, actor, action, entity: 'session', entityId: sessionId, entityName });
}
