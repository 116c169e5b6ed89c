import { CONSOLE_VERSION_HEADER } from '@balcao/shared/contract/limits.ts';
import type { Person } from '@balcao/shared/contract/roles.ts';
import { isLoopback } from '@balcao/shared/contract/server-address.ts';
import { AppError } from '@balcao/shared/errors.ts';
import {
  beginSecondFactor,
  confirmSecondFactor,
  endSecondFactor,
  listDemoAccounts,
  login,
  logout,
  me,
  refreshToken,
} from '@balcao/shared/features/auth/calls.ts';
import { PROGRAM_CHARS } from '@balcao/shared/features/auth/limits.ts';
import { redeemSignIn } from '@balcao/shared/features/auth/passkeys.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '../../config.ts';
import { demoAccounts } from '../../demo/accounts.ts';
import { announceAccess } from '../../platform/access-changes.ts';
import type { Bus } from '../../platform/bus.ts';
import { afterCommit } from '../../platform/db/after-commit.ts';
import type { Tx } from '../../platform/db/client.ts';
import { createAddressLimit } from '../../platform/http/address-limit.ts';
import { overdue } from '../../platform/http/admission.ts';
import { RefusalWithAnswer } from '../../platform/http/errors.ts';
import { register } from '../../platform/http/route.ts';
import { diff, record } from '../audit/audit.service.ts';
import { removeSecondFactor, type SecondFactor } from '../sessions/second-factor.service.ts';
import { nameOf } from './accounts.repo.ts';
import type { AuthService } from './auth.service.ts';
import { createRefreshCookie } from './refresh-cookie.ts';
import type { SignedIn } from './sign-in.ts';

interface Dependencies {
  bus: Bus;
  clock: () => Date;
  auth: AuthService;
  secondFactor: SecondFactor;
  config: Pick<Config, 'host' | 'publicUrl'>;
}

/** All consoles of an office come back at once after an outage, and each then four times an hour. */
const REFRESHES = { burst: 1_000, everySeconds: 0.2 };

export function authRoutes(app: FastifyInstance, deps: Dependencies): void {
  const { auth } = deps;
  const cookie = createRefreshCookie(deps.config.publicUrl);
  const limit = createAddressLimit({ ...REFRESHES, clock: deps.clock });
  register(app, login, async ({ body }, exchange) => {
    const signedIn = await auth.login({ ...body, ...placeOf(exchange.request) });
    return begun(signedIn, exchange);
  });
  register(app, redeemSignIn, async ({ body }, exchange) =>
    begun(await auth.redeem({ ...body, ...placeOf(exchange.request) }), exchange),
  );
  register(app, refreshToken, async ({ body }, exchange) => {
    limit(exchange.request.ip);
    const token = body.refreshToken ?? cookie.read(exchange.request);
    if (!token) throw new AppError('ERR_SESSION_EXPIRED');
    const from = placeOf(exchange.request);
    const signedIn = await auth.refresh({ refreshToken: token, word: body.word, from });
    cookie.set(exchange, signedIn.refreshToken);
    return signedIn;
  });
  register(app, logout, async (_input, { tx, actor, sessionId, ...exchange }) => {
    await auth.logout(tx, actor, sessionId);
    afterCommit(tx, () => cookie.set(exchange, null));
  });
  register(app, listDemoAccounts, async (_input, { tx }) => ({
    accounts: isForThisComputer(deps.config) ? await demoAccounts(tx) : [],
  }));
  register(app, me, (_input, { tx, actor, sessionId }) => auth.me(tx, actor, sessionId));
  secondFactorRoutes(app, deps);

  function begun(signedIn: SignedIn, exchange: Parameters<typeof cookie.set>[0]): SignedIn {
    cookie.set(exchange, signedIn.refreshToken);
    if (signedIn.user.overdueSince) throw new RefusalWithAnswer(overdue(signedIn.user), signedIn);
    return signedIn;
  }
}

/** A console names its version; other programs name themselves as they like. */
function placeOf({ headers, ip }: FastifyRequest): { program: string; address: string } {
  const version = headers[CONSOLE_VERSION_HEADER];
  const program = typeof version === 'string' ? `Balcão ${version}` : (headers['user-agent'] ?? '');
  return { program: program.slice(0, PROGRAM_CHARS), address: ip };
}

/** A proxy in front of it would let others in: then it has a public address. */
const isForThisComputer = ({ host, publicUrl }: Dependencies['config']) =>
  isLoopback(host) && (publicUrl === null || isLoopback(new URL(publicUrl).hostname));

function secondFactorRoutes(app: FastifyInstance, { bus, auth, secondFactor }: Dependencies): void {
  register(app, beginSecondFactor, async ({ body }, { actor }) => {
    // A stranger at a person's console must not shut them out with another authenticator.
    await auth.confirmPassword(actor, body.password);
    return (tx) => secondFactor.begin(tx, actor);
  });
  register(app, confirmSecondFactor, async ({ body }, { tx, actor }) => {
    const recoveryCodes = await secondFactor.confirm(tx, actor, body.code);
    await note(tx, actor, true);
    announceAccess(tx, bus, actor);
    return { recoveryCodes };
  });
  register(app, endSecondFactor, async ({ body }, { actor }) => {
    await auth.confirmPassword(actor, body.password);
    return async (tx: Tx) => {
      await removeSecondFactor(tx, actor.companyId, actor.userId);
      await note(tx, actor, false);
      announceAccess(tx, bus, actor);
    };
  });
}

async function note(tx: Tx, actor: Person, secondFactor: boolean): Promise<void> {
  await record(tx, {
    companyId: actor.companyId,
    actor,
    action: 'secondFactor',
    entity: 'user',
    entityId: actor.userId,
    entityName: await nameOf(tx, actor.companyId, actor.userId),
    changes: diff({ secondFactor: !secondFactor }, { secondFactor }),
  });
}
