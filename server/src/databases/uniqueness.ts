import { setTimeout as sleep } from 'node:timers/promises';
import type { RouteContract } from '@balcao/shared/contract/call.ts';
import { AppError } from '@balcao/shared/errors.ts';
import { createCompany, signUp, updateCompany } from '@balcao/shared/features/companies/calls.ts';
import { createUser, updateUser } from '@balcao/shared/features/users/calls.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Database } from '../platform/db/database.ts';
import type { Log } from '../platform/log.ts';
import { findIn } from './finders.ts';
import type { Places } from './places.ts';

/**
 * What may be there once in all databases: e-mails of people and names of companies. Within one an index sees to it.
 * Before one is written here it is claimed in the first database, and the others are asked. A claim lasts longer than any
 * request may take: whoever dies with it has either written, which the next one finds, or not, and then nobody has it.
 */
interface Unique {
  by: 'email' | 'companyName';
  value: string;
}

const WRITTEN = new Map<RouteContract, readonly Unique['by'][]>([
  [createUser, ['email']],
  [updateUser, ['email']],
  [createCompany, ['email', 'companyName']],
  [signUp, ['email', 'companyName']],
  [updateCompany, ['companyName']],
]);
const FIELDS = { email: 'email', companyName: 'name' } as const;
const TAKEN = { email: 'ERR_EMAIL_TAKEN', companyName: 'ERR_COMPANY_NAME_TAKEN' } as const;
const CLAIM_S = 60;
const PATIENCE_MS = 3_000;
const LOOK_MS = 50;

export interface UniquenessDeps {
  first: Database;
  /** ERR_UNAVAILABLE while one is awaited */
  others(): readonly { name: string; db: Database }[];
  places: Pick<Places, 'of'>;
  log: Log;
}

/** Called before the routes are bound. */
export function keepUnique(app: FastifyInstance, deps: UniquenessDeps): void {
  const claims = new WeakMap<FastifyRequest, { holder: string; whats: string[] }>();
  app.addHook('preHandler', async (request) => {
    const uniques = uniquesOf(request);
    if (uniques.length === 0) return;
    const held = { holder: crypto.randomUUID(), whats: uniques.map(({ by, value }) => `${by} ${value}`) };
    claims.set(request, held);
    for (const what of held.whats) await claim(deps.first, what, held.holder);
    for (const unique of uniques) await assertNowhereElse(deps, unique);
  });
  app.addHook('onResponse', async (request) => {
    const held = claims.get(request);
    if (!held) return;
    await deps.first
      .oneAsSystem((tx) => tx`delete from claims where holder = ${held.holder}`)
      .catch((err: unknown) => deps.log.warn({ err }, 'a claim stays until it ends'));
  });
}

/** In the words in which they are stored. What is no input is refused behind this. */
function uniquesOf(request: FastifyRequest): Unique[] {
  const { contract } = request.routeOptions.config;
  const kinds = (contract && WRITTEN.get(contract)) ?? [];
  if (kinds.length === 0) return [];
  const parsed = contract?.body?.safeParse(request.body);
  if (!parsed?.success) return [];
  const body = parsed.data as Record<string, unknown>;
  return kinds.flatMap((by) => {
    const value = body[FIELDS[by]];
    return typeof value === 'string' && value !== '' ? { by, value } : [];
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

async function assertNowhereElse({ others, places }: UniquenessDeps, { by, value }: Unique): Promise<void> {
  const found = await Promise.all(
    others().map(async ({ name, db }) => ({ name, companyId: await findIn(db, by, value) })),
  );
  // What a company has left behind that has moved away is not there any more.
  const isTaken = found.some(
    ({ name, companyId }) => companyId !== undefined && places.of(companyId) === name,
  );
  if (isTaken) throw new AppError(TAKEN[by]);
}
