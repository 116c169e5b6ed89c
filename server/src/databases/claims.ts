import { setTimeout as sleep } from 'node:timers/promises';
import type { RouteContract } from '@balcao/shared/contract/call.ts';
import { AppError, type ErrorCode } from '@balcao/shared/errors.ts';
import { createCompany, signUp, updateCompany } from '@balcao/shared/features/companies/calls.ts';
import { deletePlan } from '@balcao/shared/features/plans/calls.ts';
import { createUser, updateUser } from '@balcao/shared/features/users/calls.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Database } from '../platform/db/database.ts';
import type { Log } from '../platform/log.ts';
import { findIn } from './finders.ts';
import type { Places } from './places.ts';

/**
 * What indexes and references see to within one database, and must hold in all: e-mails of people and names of companies
 * are there once, and a plan is there while a company has it. Before one is written it is claimed in the first database,
 * and then looked at. A claim lasts longer than any request may take: whoever dies with it has either written, which the
 * next one finds, or not, and then nobody has it.
 */
interface Claimed {
  what: string;
  /** Of the input. */
  field: string;
  assert(deps: ClaimDeps, value: string): Promise<void>;
}

const email: Claimed = { what: 'email', field: 'email', assert: nowhereElse('email', 'ERR_EMAIL_TAKEN') };
const companyName: Claimed = {
  what: 'companyName',
  field: 'name',
  assert: nowhereElse('companyName', 'ERR_COMPANY_NAME_TAKEN'),
};
const plan: Claimed = { what: 'plan', field: 'planId', assert: assertPlanThere };

const WRITTEN = new Map<RouteContract, readonly Claimed[]>([
  [createUser, [email]],
  [updateUser, [email]],
  [createCompany, [email, companyName, plan]],
  [signUp, [email, companyName, plan]],
  [updateCompany, [companyName, plan]],
  [deletePlan, [{ ...plan, assert: assertPlanUnused }]],
]);
const CLAIM_S = 60;
const PATIENCE_MS = 3_000;
const LOOK_MS = 50;

export interface ClaimDeps {
  first: Database;
  /** ERR_UNAVAILABLE while one is awaited */
  others(): readonly { name: string; db: Database }[];
  places: Pick<Places, 'of'>;
  log: Log;
}

/** Called before the routes are bound. */
export function claimBeforeWriting(app: FastifyInstance, deps: ClaimDeps): void {
  const holders = new WeakMap<FastifyRequest, string>();
  app.addHook('preHandler', async (request) => {
    const claims = claimsOf(request);
    if (claims.length === 0) return;
    const holder = crypto.randomUUID();
    holders.set(request, holder);
    for (const { what, value } of claims) await claim(deps.first, `${what} ${value}`, holder);
    for (const { assert, value } of claims) await assert(deps, value);
  });
  app.addHook('onResponse', async (request) => {
    const holder = holders.get(request);
    if (!holder) return;
    await deps.first
      .oneAsSystem((tx) => tx`delete from claims where holder = ${holder}`)
      .catch((err: unknown) => deps.log.warn({ err }, 'a claim stays until it ends'));
  });
}

/** In the words in which they are stored. What is no input is refused behind this. */
function claimsOf({ routeOptions, body, params }: FastifyRequest): (Claimed & { value: string })[] {
  const { contract } = routeOptions.config;
  const written = (contract && WRITTEN.get(contract)) ?? [];
  if (written.length === 0) return [];
  const parsed = [contract?.params?.safeParse(params), contract?.body?.safeParse(body)];
  if (parsed.some((part) => part?.success === false)) return [];
  const input: Record<string, unknown> = Object.assign({}, ...parsed.map((part) => part?.data));
  return written.flatMap((claimed) => {
    const value = input[claimed.field] ?? '';
    return value === '' ? [] : { ...claimed, value: String(value) };
  });
}

/** Waits for somebody who writes the same just now. */
async function claim(first: Database, what: string, holder: string): Promise<void> {
  for (const end = performance.now() + PATIENCE_MS; performance.now() < end; await sleep(LOOK_MS)) {
    const { count } = await first.oneAsSystem(
      (tx) => tx`
        insert into claims (what, holder, until) values (plain(${what}), ${holder}, now() + make_interval(secs => ${CLAIM_S}))
        on conflict (what) do update set holder = excluded.holder, until = excluded.until
          where claims.until < now()`,
    );
    if (count > 0) return;
  }
  throw new AppError('ERR_UNAVAILABLE');
}

function nowhereElse(by: 'email' | 'companyName', taken: ErrorCode): Claimed['assert'] {
  return async ({ others, places }, value) => {
    const found = await Promise.all(
      others().map(async ({ name, db }) => ({ name, companyId: await findIn(db, by, value) })),
    );
    // What a company has left behind that has moved away is not there any more.
    const isTaken = found.some(
      ({ name, companyId }) => companyId !== undefined && places.of(companyId) === name,
    );
    if (isTaken) throw new AppError(taken);
  };
}

/** Here it may still be, while the first database has it no more. */
async function assertPlanThere({ first }: ClaimDeps, id: string): Promise<void> {
  const [there] = await first.oneAsSystem((tx) => tx`select from plans where id = ${Number(id)}`);
  if (!there) throw new AppError('ERR_NO_PLAN_FOUND');
}

async function assertPlanUnused({ others }: ClaimDeps, id: string): Promise<void> {
  const using = await Promise.all(
    others().map(({ db }) =>
      db.oneAsSystem((tx) => tx`select from companies where plan_id = ${Number(id)} limit 1`),
    ),
  );
  if (using.some(({ length }) => length > 0)) throw new AppError('ERR_PLAN_IN_USE');
}
