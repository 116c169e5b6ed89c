import { createHash, randomBytes } from 'node:crypto';
import type { RouteInput } from '@balcao/shared/contract/call.ts';
import type { Actor, Profile } from '@balcao/shared/contract/roles.ts';
import { AppError } from '@balcao/shared/errors.ts';
import { PASSKEY_MINUTES } from '@balcao/shared/features/auth/limits.ts';
import type { beginCompanySignIn, proveOwnStep } from '@balcao/shared/features/auth/oidc.ts';
import { announceAccess } from '../../platform/access-changes.ts';
import type { Bus } from '../../platform/bus.ts';
import type { Tx } from '../../platform/db/client.ts';
import type { Database } from '../../platform/db/database.ts';
import type { HttpClient } from '../../platform/outgoing/http-client.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { createAttemptLimit } from '../auth/attempt-limit.ts';
import { giveCode } from '../auth/sign-in-codes.ts';
import type { SecondFactor } from '../sessions/second-factor.service.ts';
import { assertNotBlocked, loadSubscription } from '../subscription/subscription.ts';
import { haveJoined } from '../users/invitations.service.ts';
import * as users from '../users/users.service.ts';
import { judge } from './judgement.ts';
import * as repo from './oidc.repo.ts';
import { secretOf } from './oidc.service.ts';
import { createOwnSteps, type Proven } from './own-step.ts';
import { createProviderClient, type ProviderAccount } from './provider-client.ts';

/** Signing in by the company's own provider. */
export interface CompanySignIn {
  /** What the provider must know as the address to come back to; null: nobody can sign in like that. */
  redirectUri: string | null;
  /** ERR_OIDC_OFF, ERR_OIDC_PROVIDER, ERR_TOO_MANY_REQUESTS. */
  begin(input: RouteInput<typeof beginCompanySignIn>['body'] & { address: string }): Promise<{ url: string }>;
  /**
   * Where the browser goes on: to the console that waits on its computer, or to the page for the person's own code.
   * ERR_OIDC_ATTEMPT, ERR_OIDC_CHANGED, ERR_OIDC_DENIED, ERR_OIDC_OFF, ERR_OIDC_PROVIDER, ERR_OIDC_EMAIL,
   * ERR_OIDC_NOT_NAMED, ERR_OIDC_NO_ACCOUNT, ERR_LAST_ADMIN, ERR_COMPANY_BLOCKED.
   *
   * @param back the address at which the provider has sent somebody back
   */
  end(state: string, back: URL): Promise<string>;
  /** ERR_OIDC_ATTEMPT, ERR_SECOND_FACTOR_WRONG, ERR_COMPANY_BLOCKED, ERR_TOO_MANY_REQUESTS. */
  proveOwnStep(
    input: RouteInput<typeof proveOwnStep>['body'] & { address: string },
  ): Promise<{ url: string }>;
}

interface Dependencies {
  db: Database;
  bus: Bus;
  secrets: Secrets;
  clock: () => Date;
  secondFactor: Pick<SecondFactor, 'demand'>;
  http: HttpClient;
  /** The provider sends people back to it. */
  publicUrl: string | null;
}

const WORD_BYTES = 32;
const STATE = /^(\d{1,15})\.[\w-]{43}$/;
const newWord = () => randomBytes(WORD_BYTES).toString('base64url');
const hashOf = (state: string): Buffer => createHash('sha256').update(state).digest();

export function createCompanySignIn(deps: Dependencies): CompanySignIn {
  const { db, bus, secrets, clock, secondFactor, publicUrl } = deps;
  const client = createProviderClient(deps.http);
  const ownSteps = createOwnSteps(deps);
  const redirectUri = publicUrl && `${publicUrl}/auth/oidc/callback`;
  const begins = createAttemptLimit({
    db,
    clock,
    of: 'company sign-in',
    free: { account: 10, address: 100 },
  });
  const codes = createAttemptLimit({
    db,
    clock,
    of: 'company sign-in code',
    free: { account: 5, address: 50 },
    failures: ['ERR_SECOND_FACTOR_WRONG'],
  });

  /** ERR_OIDC_OFF */
  async function openProvider(companyId: number) {
    const provider = await db.readCompany(companyId, (tx) => repo.find(tx, companyId));
    if (!provider?.enabled) throw new AppError('ERR_OIDC_OFF');
    const { issuer, clientId } = provider;
    const account: ProviderAccount = {
      issuer,
      clientId,
      clientSecret: secretOf(companyId, provider, secrets),
    };
    return { provider, account };
  }

  return {
    redirectUri,

    begin: ({ email, challenge, port, state: consoleState, address }) =>
      begins.guard({ account: email, address }, async () => {
        const companyId = await db.asSystem((tx) => repo.companyOf(tx, email));
        if (companyId === undefined || !redirectUri) throw new AppError('ERR_OIDC_OFF');
        const { account } = await openProvider(companyId);
        const { issuer, clientId } = account;
        const asked = { state: `${companyId}.${newWord()}`, nonce: newWord(), verifier: newWord() };
        const url = await client.pageFor(account, { redirectUri, ...asked, email });
        const { state, ...kept } = asked;
        const expiresAt = new Date(clock().getTime() + PASSKEY_MINUTES * 60_000);
        const attempt = { ...kept, issuer, clientId, challenge, port, consoleState, expiresAt };
        await db.withCompany(companyId, (tx) =>
          repo.insertAttempt(tx, { companyId, hash: hashOf(state), ...attempt }),
        );
        return { url };
      }),

    async end(state, back) {
      const companyId = Number(STATE.exec(state)?.[1] ?? 0);
      const attempt = await db.withCompany(companyId, (tx) =>
        repo.takeAttempt(tx, companyId, hashOf(state), clock()),
      );
      if (!attempt || !redirectUri) throw new AppError('ERR_OIDC_ATTEMPT');
      if (back.searchParams.get('error') === 'access_denied') throw new AppError('ERR_OIDC_DENIED');
      const { provider, account } = await openProvider(companyId);
      // Its code, and our word for it, are nobody else's business.
      if (provider.issuer !== attempt.issuer || provider.clientId !== attempt.clientId)
        throw new AppError('ERR_OIDC_CHANGED');
      const at = new URL(`${redirectUri}${back.search}`);
      const claims = await client.claimsOf(account, at, { ...attempt, redirectUri, state });
      const person = judge(provider, claims);
      const { challenge, port, consoleState } = attempt;
      return db.withCompany(companyId, async (tx) => {
        assertNotBlocked(await loadSubscription(tx, companyId));
        const { id: userId, secondFactor: hasOwn } = await admit(tx, bus, companyId, person);
        const proven = { userId, challenge, port, consoleState };
        const { provesSecondFactor: strong } = provider;
        return hasOwn && !strong
          ? `${publicUrl}/sign-in-code#${ownSteps.tokenOf(companyId, proven)}`
          : leadBack(tx, companyId, proven, { strong, at: clock() });
      });
    },

    async proveOwnStep({ token, code, address }) {
      const proven = ownSteps.whoseIs(token);
      if (!proven) throw new AppError('ERR_OIDC_ATTEMPT');
      const { companyId, userId } = proven;
      return codes.guard({ account: `${companyId}/${userId}`, address }, async () => ({
        url: await db.withCompany(companyId, async (tx) => {
          assertNotBlocked(await loadSubscription(tx, companyId));
          await secondFactor.demand(tx, { companyId, userId }, code);
          return leadBack(tx, companyId, proven, { strong: false, at: clock() });
        }),
      }));
    },
  };
}

/** The console on the person's computer, with a code that opens their session there. */
async function leadBack(
  tx: Tx,
  companyId: number,
  { userId, challenge, port, consoleState }: Proven,
  { strong, at }: { strong: boolean; at: Date },
): Promise<string> {
  const code = await giveCode(tx, { companyId, userId }, { challenge, way: 'company', strong, at });
  return `http://127.0.0.1:${port}/?${new URLSearchParams({ code, state: consoleState })}`;
}

/** Nobody is made by it, and no operator comes in by a company's provider. ERR_OIDC_NO_ACCOUNT, ERR_LAST_ADMIN. */
async function admit(
  tx: Tx,
  bus: Bus,
  companyId: number,
  { email, profile }: { email: string; profile: Profile },
): Promise<repo.Person> {
  const person = await repo.findPerson(tx, companyId, email);
  if (!person || person.super) throw new AppError('ERR_OIDC_NO_ACCOUNT');
  if (person.profile !== profile) {
    await users.update(tx, providerOf(companyId), { id: person.id, fields: { profile }, sessionId: '' });
    announceAccess(tx, bus, { companyId, userId: person.id });
  }
  await haveJoined(tx, companyId, person.id);
  return person;
}

/** Who gives a person another profile, in the audit log: what the provider says. */
const providerOf = (companyId: number): Actor => ({
  companyId,
  userId: null,
  program: 'OpenID Connect',
  profile: 'admin',
  super: false,
  allTicket: true,
  queueIds: [],
});
