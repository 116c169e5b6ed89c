import { isTokenClass, type RouteContract, route, TOKEN_CLASSES } from '@balcao/shared/contract/call.ts';
import type { KeyRight } from '@balcao/shared/contract/key-areas.ts';
import { PLAN_FLAGS, ROLES, type Role } from '@balcao/shared/contract/roles.ts';
import type { ErrorCode } from '@balcao/shared/errors.ts';
import { refreshToken } from '@balcao/shared/features/auth/calls.ts';
import { rolesOf } from '@balcao/shared/permissions.ts';
import { keyNeeds } from '@balcao/shared/program-calls.ts';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { register } from '../src/platform/http/route.ts';
import { startApi, type TestApi } from './api.ts';
import { createCompany, createUser, type UserFixture } from './fixtures.ts';
import { mayCarryBody, routeName } from './generate.ts';
import { tableChecksums } from './probe.ts';
import { companyKey } from './program-token.ts';

/**
 * Every route, by everybody: what the literal tables say (permissions.ts, the contracts) is what the server answers.
 */
let api: TestApi;

/** Parts of the product have no routes of their own yet. */
const parts = PLAN_FLAGS.map((plan) =>
  route({
    method: 'POST',
    path: `/parts/${plan}`,
    access: 'session',
    plan,
    body: z.object({ must: z.literal(plan) }),
  }),
);
const addParts = (app: FastifyInstance) => {
  for (const part of parts) register(app, part, async () => {});
};

interface Caller {
  person: UserFixture | null;
  token: string | undefined;
  roles: readonly Role[];
  /** Why routes are closed that would be open to such a person. */
  standing: 'good' | 'blocked' | 'overdue' | 'withoutSecondFactor' | 'withoutPlan';
}
const callers: Record<string, Caller> = {};

beforeAll(async () => {
  api = await startApi({ extend: addParts, documented: true });
  const { admin } = api.database;
  const operator = await createCompany(admin, 'Operator');
  const plan = async (name: string, on: boolean) => {
    const flags = Object.fromEntries(
      PLAN_FLAGS.map((flag) => [flag.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`), on]),
    );
    const [row] = await admin`insert into plans ${admin({ name, ...flags })} returning id`;
    return Number(row?.id);
  };
  const [full, bare] = [await plan('Full', true), await plan('Bare', false)];
  const add = async (
    name: string,
    person: UserFixture,
    roles: Role[],
    standing: Caller['standing'] = 'good',
  ) => {
    callers[name] = { person, token: await api.signIn(person), roles, standing };
  };
  const firm = async (name: string, planId: number) => {
    const company = await createCompany(admin, name);
    await admin`update companies set plan_id = ${planId} where id = ${company.companyId}`;
    return company;
  };

  callers.anonymous = { person: null, token: undefined, roles: [], standing: 'good' };
  const good = await firm('Good', full);
  await add('user', good.ana, ['user']);
  const supervisor = await createUser(admin, good.companyId, 'Supervisor', [], { profile: 'supervisor' });
  await add('supervisor', supervisor, ['supervisor']);
  await add('admin', good.admin, ['admin']);
  // An operator who is nothing else in the company: the flag alone opens the operators' routes.
  await admin`update users set super = true where id = ${operator.ana.id}`;
  await admin`update companies set plan_id = ${full} where id = ${operator.companyId}`;
  await add('super', operator.ana, ['user', 'super']);

  const blocked = await firm('Blocked', full);
  await add('admin of a blocked company', blocked.admin, ['admin'], 'blocked');
  const overdue = await firm('Overdue', full);
  await add('admin of an overdue company', overdue.admin, ['admin'], 'overdue');
  await add('user of an overdue company', overdue.ana, ['user'], 'overdue');
  const strict = await firm('Strict', full);
  await add('admin without the second factor', strict.admin, ['admin'], 'withoutSecondFactor');
  const poor = await firm('Poor', bare);
  await add('admin without the plan', poor.admin, ['admin'], 'withoutPlan');
  await admin`update companies set status = false where id = ${blocked.companyId}`;
  await admin`update companies set due_date = '2001-01-01' where id = ${overdue.companyId}`;
  await admin`insert into settings (company_id, key, value) values (${strict.companyId}, 'requireSecondFactor', 'enabled')`;
  api.advance(2_000);
});
afterAll(() => api.stop());

/** The code that refuses this caller; null when they are admitted. */
function refusal(contract: RouteContract, { token, roles, standing }: Caller): ErrorCode | null {
  if (contract.access === 'public') return null;
  // A person's token opens nothing that is a program's.
  if (isTokenClass(contract.access)) return TOKEN_CLASSES[contract.access].refusal;
  if (!token) return 'ERR_SESSION_EXPIRED';
  if (standing === 'blocked') return 'ERR_COMPANY_BLOCKED';
  if (standing === 'withoutSecondFactor' && !contract.openWithoutSecondFactor)
    return 'ERR_SECOND_FACTOR_SETUP';
  if (standing === 'overdue' && !(contract.openWhileOverdue && !isOfSomebody(contract)))
    return 'ERR_SUBSCRIPTION_EXPIRED';
  const allowed: readonly Role[] = contract.access === 'session' ? roles : rolesOf(contract.access);
  if (!roles.some((role) => allowed.includes(role))) return 'ERR_NO_PERMISSION';
  return standing === 'withoutPlan' && contract.plan ? 'ERR_PLAN_FEATURE_OFF' : null;
}

/** These calls name nobody who is there. */
const isOfSomebody = ({ path }: RouteContract) => /:(userId|companyId)\b/.test(path);

const REFUSALS: readonly string[] = [
  'ERR_SESSION_EXPIRED',
  'ERR_API_TOKEN',
  'ERR_SESSION_TAKEN_OVER',
  'ERR_TOKEN_EXPIRED',
  'ERR_COMPANY_BLOCKED',
  'ERR_SECOND_FACTOR_SETUP',
  'ERR_SUBSCRIPTION_EXPIRED',
  'ERR_NO_PERMISSION',
  'ERR_PLAN_FEATURE_OFF',
  'ERR_API_KEY_PERSON',
  'ERR_API_KEY_SCOPE',
] satisfies ErrorCode[];

/** Calls without input: admission is decided before validation, and an admitted call changes nothing. */
async function answer(contract: RouteContract, token: string | undefined): Promise<string | null> {
  const response = await api.send(contract, { token, ...(contract.body ? { body: {} } : {}) });
  expect(response.statusCode, `${routeName(contract)}: ${response.body}`).toBeLessThan(500);
  const error = response.headers['content-type']?.includes('json') ? response.json().error : undefined;
  return REFUSALS.includes(error) ? error : null;
}

/** Does its work without any input, for example ends the session. */
const needsNothing = (contract: RouteContract) =>
  mayCarryBody(contract) && !contract.params && !contract.body;

const pairs = () =>
  api.app.contracts.flatMap((contract) =>
    Object.entries(callers).map(([name, caller]) => ({ contract, name, caller })),
  );

it('keeps out everybody whom the tables keep out, with the reason, and changes nothing', async () => {
  const refused = pairs().filter(({ contract, caller }) => refusal(contract, caller));
  const before = await tableChecksums(api.database.admin);
  const wrong = [];
  for (const { contract, name, caller } of refused) {
    const told = await answer(contract, caller.token);
    if (told !== refusal(contract, caller))
      wrong.push(`${name} at ${routeName(contract)}: ${told} instead of ${refusal(contract, caller)}`);
  }
  expect(wrong).toEqual([]);
  expect(await tableChecksums(api.database.admin)).toEqual(before);
  const roles = new Set(Object.values(callers).flatMap((caller) => caller.roles));
  expect([...roles].toSorted()).toEqual(ROLES.toSorted());
  const reasons = new Set(refused.map(({ contract, caller }) => refusal(contract, caller)));
  expect(reasons.size).toBe(7);
});

/** The audit log learns of the lists that a reader takes along. */
async function allButTheLog(admin: Parameters<typeof tableChecksums>[0]) {
  const { audit_log: _log, audit_chains: _chains, ...others } = await tableChecksums(admin);
  return others;
}

it('opens to a key the calls of its areas, to read or to write, and nothing else', async () => {
  const { admin } = api.database;
  const [good] = await admin<{ id: string }[]>`select id from companies where name = 'Good'`;
  const closed = new Set<string>();
  const wrong = [];
  for (const right of [null, 'read', 'write'] as const) {
    const key = await companyKey(admin, { companyId: Number(good?.id) }, right);
    const before = await allButTheLog(admin);
    for (const contract of api.app.contracts.filter(({ access }) => access !== 'public')) {
      // A program calls slowly, a test does not.
      await admin`delete from token_rates`;
      const expected = refusalOfKey(contract, right);
      if (expected === 'ERR_API_KEY_PERSON') closed.add(contract.path.split('/')[1] ?? '');
      const told = await answer(contract, key);
      if (told !== expected) wrong.push(`${right} at ${routeName(contract)}: ${told} instead of ${expected}`);
    }
    if (right !== 'write') expect(await allButTheLog(admin)).toEqual(before);
  }
  expect(wrong).toEqual([]);
  expect(closed).toEqual(new Set(CLOSED_TO_KEYS));
});

/** Where calls begin that are closed to every key: whoever opens one of them, or adds one, says it here too. */
const CLOSED_TO_KEYS: readonly string[] = [
  ...[
    'agent-help',
    'ai-requests',
    'announcements',
    'api-keys',
    'audit',
    'auth',
    'chats',
    'contacts',
    'dashboard',
    'data-exports',
    'data-subjects',
    'erasures',
    'evaluations',
    'helps',
    'mentions',
    'messages',
    'oidc',
    'parts',
    'password-resets',
  ],
  ...[
    'payment-gateway',
    'plans',
    'ratings',
    'reports',
    'retention',
    'system',
    'ticket-answers',
    'ticket-notes',
    'tickets',
    'users',
    'whatsapp',
  ],
];

function refusalOfKey(contract: RouteContract, right: KeyRight | null): ErrorCode | null {
  const needs = keyNeeds(contract);
  if (!needs) return 'ERR_API_KEY_PERSON';
  if (right !== 'write' && right !== needs.right) return 'ERR_API_KEY_SCOPE';
  const { access } = contract;
  const isOpen = access === 'session' || isTokenClass(access) || access === 'public';
  const roles: readonly Role[] = isOpen ? ['admin'] : rolesOf(access);
  return roles.includes('admin') ? null : 'ERR_NO_PERMISSION';
}

it('lets in everybody else', async () => {
  // Its input is the session itself.
  const allowed = pairs().filter(
    ({ contract, caller }) => contract !== refreshToken && !refusal(contract, caller),
  );
  expect(allowed.length).toBeGreaterThan(150);
  const wrong = [];
  for (const { contract, name, caller } of allowed.toSorted(
    (x, y) => Number(needsNothing(x.contract)) - Number(needsNothing(y.contract)),
  )) {
    if (needsNothing(contract) && caller.person && caller.standing === 'good')
      caller.token = await api.signIn(caller.person);
    else if (needsNothing(contract) && caller.person) continue;
    const told = await answer(contract, caller.token);
    if (told) wrong.push(`${name} at ${routeName(contract)}: ${told}`);
  }
  expect(wrong).toEqual([]);
});

it('answered nothing that its description does not tell of', () => {
  expect([...api.undocumented].toSorted()).toEqual([]);
});
