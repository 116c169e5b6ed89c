import { type RouteContract, type RouteInput, route } from '@balcao/shared/contract/call.ts';
import { PLAN_FLAGS } from '@balcao/shared/contract/roles.ts';
import type { ErrorCode } from '@balcao/shared/errors.ts';
import { login, logout, me, refreshToken } from '@balcao/shared/features/auth/calls.ts';
import { updateCompany } from '@balcao/shared/features/companies/calls.ts';
import { listQueues } from '@balcao/shared/features/queues/calls.ts';
import { listTickets } from '@balcao/shared/features/tickets/calls.ts';
import { deleteUser, updateUser } from '@balcao/shared/features/users/calls.ts';
import { CLOSE } from '@balcao/shared/sync/frames.ts';
import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { startApi, type TestApi } from '../../../test/api.ts';
import {
  type CompanyFixture,
  createCompany,
  createTicket,
  createUser,
  type UserFixture,
} from '../../../test/fixtures.ts';
import { announceAccess } from '../../platform/access-changes.ts';
import type { Tx } from '../../platform/db/client.ts';
import { register } from '../../platform/http/route.ts';
import { createConsole, type TestConsole } from '../../sync/testing/console.ts';

/** Two processes of one installation: what one of them does, the other acts upon within a second. */
/** Far less than a token lives, and enough for a machine that is busy with other tests. */
const SOON_MS = 10_000;

let here: TestApi;
let there: TestApi;
let urls: string[];
let admin: TestApi['database']['admin'];
/** The token of a super user. */
let root: string;
const desks: TestConsole[] = [];

const plain = route({ method: 'GET', path: '/plain', access: 'session', response: z.object({}) });
const answer = async () => ({});
/** One route for each part of the product, and one for operators. */
const parts = PLAN_FLAGS.map((plan) => ({ ...plain, path: `/part/${plan}`, plan }) as const);
const operators = { ...plain, path: '/operators', access: 'companies:manage' } as const;

function addRoutes(app: FastifyInstance): void {
  for (const contract of [plain, ...parts, operators]) register(app, contract, answer);
}

const announce = (api: TestApi, companyId: number) =>
  api.db.asSystem(async (tx) => announceAccess(tx, api.bus, { companyId }));

beforeAll(async () => {
  here = await startApi({ extend: addRoutes });
  there = await startApi({ beside: here, extend: addRoutes });
  admin = here.database.admin;
  urls = await Promise.all(
    [here, there].map(async ({ app }) =>
      (await app.listen({ host: '127.0.0.1', port: 0 })).replace('http', 'ws'),
    ),
  );
  const operator = await createCompany(admin, 'Operator');
  await admin`update users set super = true where id = ${operator.admin.id}`;
  root = await here.signIn(operator.admin);
});
afterAll(async () => {
  await there.stop();
  await here.stop();
});
afterEach(() => {
  for (const desk of desks.splice(0)) desk.cut();
});

let firms = 0;
const newCompany = () => createCompany(admin, `Firma ${++firms}`);

/** Signed in, with a console at each of the two processes and a warm cache in both. */
async function present(user: UserFixture) {
  const session = await here.call(login, { body: { email: user.email, password: user.password } });
  const consoles = urls.map((url) => createConsole(url, session.token));
  desks.push(...consoles);
  await Promise.all(consoles.map((desk) => desk.live()));
  for (const api of [here, there]) await api.call(listQueues, { token: session.token });
  return { ...session, consoles };
}

type Present = Awaited<ReturnType<typeof present>>;

/** Both processes refuse the session and have closed its consoles within a second of `deed`. */
async function shutOut(
  { token, consoles }: Present,
  code: ErrorCode,
  close: number,
  deed: () => Promise<unknown>,
): Promise<void> {
  await deed();
  const at = performance.now();
  const closed = Promise.all(consoles.map((desk) => desk.closed));
  expect(await closed).toEqual([{ code: close }, { code: close }]);
  for (const desk of consoles) expect(desk.frames.at(-1)).toMatchObject({ type: 'error', code });
  for (const api of [here, there]) await api.refused(code, listQueues, { token });
  expect(performance.now() - at).toBeLessThan(SOON_MS);
}

/** The headers with which the console writes: under a key, in one transaction with it. */
const once = () => ({ headers: { 'idempotency-key': crypto.randomUUID() } });

const operate = (companyId: number, body: object) =>
  there.call(updateCompany, { params: { companyId }, body, token: root, ...once() });
const within = <T>(companyId: number, work: (tx: Tx) => Promise<T>) => here.db.withCompany(companyId, work);

describe('within a second, on every process, by HTTP and on the socket,', () => {
  it('a session ends that was signed out', async () => {
    const person = await present((await newCompany()).ana);
    await shutOut(person, 'ERR_SESSION_EXPIRED', CLOSE.tokenInvalid, () =>
      there.call(logout, { token: person.token }),
    );
  });

  it('a session ends that another sign-in has taken over, and hears why', async () => {
    const { ana } = await newCompany();
    const person = await present(ana);
    await shutOut(person, 'ERR_SESSION_TAKEN_OVER', CLOSE.takenOver, () => there.signIn(ana));
  });

  it('a session ends whose person has a new password, but not the one that set it', async () => {
    const { ana, admin: chief } = await newCompany();
    const person = await present(ana);
    const token = await here.signIn(chief);
    const fresh = 'a fresh password';
    const own = { password: fresh, currentPassword: ana.password };
    await there.call(updateUser, { params: { userId: ana.id }, body: own, token: person.token, ...once() });
    for (const desk of person.consoles) await desk.settle();
    expect((await here.send(listQueues, { token: person.token })).statusCode).toBe(200);
    await shutOut(person, 'ERR_SESSION_EXPIRED', CLOSE.tokenInvalid, () =>
      there.call(updateUser, { params: { userId: ana.id }, body: { password: 'another' }, token, ...once() }),
    );
    const { refreshToken: kept } = person;
    await here.refused('ERR_SESSION_EXPIRED', refreshToken, { body: { refreshToken: kept } });
    expect((await there.send(listQueues, { token })).statusCode).toBe(200);
  });

  it('a session ends whose person is deleted', async () => {
    const { ana, admin: chief } = await newCompany();
    const token = await here.signIn(chief);
    const person = await present(ana);
    await shutOut(person, 'ERR_SESSION_EXPIRED', CLOSE.tokenInvalid, () =>
      there.call(deleteUser, { params: { userId: ana.id }, token, ...once() }),
    );
    const body = { refreshToken: person.refreshToken };
    await here.refused('ERR_USER_DELETED', refreshToken, { body });
  });

  it('every session of a company is refused that the operator blocks, and no other company notices', async () => {
    const [firm, other] = [await newCompany(), await newCompany()];
    const person = await present(firm.admin);
    const neighbour = await present(other.ana);
    await shutOut(person, 'ERR_COMPANY_BLOCKED', CLOSE.companyBlocked, () =>
      operate(firm.companyId, { status: false }),
    );
    const { email, password } = firm.ana;
    await there.refused('ERR_COMPANY_BLOCKED', login, { body: { email, password } });
    await there.refused('ERR_INVALID_CREDENTIALS', login, { body: { email, password: 'wrong' } });
    const body = { refreshToken: person.refreshToken };
    await there.refused('ERR_COMPANY_BLOCKED', refreshToken, { body });
    await there.refused('ERR_COMPANY_BLOCKED', me, { token: person.token });
    const late = createConsole(urls[1]!, person.token);
    expect(await late.closed).toEqual({ code: CLOSE.companyBlocked });
    for (const desk of neighbour.consoles) await desk.settle();
    await operate(firm.companyId, { status: true });
    await there.refused('ERR_SESSION_EXPIRED', me, { token: person.token });
    await present(firm.admin);
  });

  it('a console is closed whose company becomes overdue while it is connected, and served once it is paid', async () => {
    const { companyId, ana } = await newCompany();
    const person = await present(ana);
    const [desk] = person.consoles;
    await shutOut(person, 'ERR_SUBSCRIPTION_EXPIRED', CLOSE.companyBlocked, () =>
      operate(companyId, { dueDate: '2020-02-29' }),
    );
    expect(desk?.frames.at(-1)).toMatchObject({ params: { date: '2020-02-29' } });
    for (const api of [here, there])
      expect((await api.send(me, { token: person.token })).statusCode).toBe(200);
    await operate(companyId, { dueDate: null });
    for (const api of [here, there])
      await expect
        .poll(async () => (await api.send(listQueues, { token: person.token })).statusCode)
        .toBe(200);
    const again = createConsole(urls[1]!, person.token, { store: desk!.store });
    desks.push(again);
    await again.live();
  });

  it('what nobody announces is found out as well', async () => {
    const { ana } = await newCompany();
    const person = await present(ana);
    const at = performance.now();
    await admin`update sessions set ended_at = now(), ended_by = 'revoked' where user_id = ${ana.id}`;
    await Promise.all(person.consoles.map((desk) => desk.closed));
    for (const api of [here, there])
      await expect.poll(async () => (await api.send(me, { token: person.token })).statusCode).toBe(401);
    expect(performance.now() - at).toBeLessThan(SOON_MS);
  });
});

describe('rights change without signing out', () => {
  /** Company-wide work needs another profile, the waiting ticket another queue. */
  async function scene() {
    const firm = await newCompany();
    const ticket = await createTicket(admin, firm, { queueId: firm.queues.sales });
    const person = await present(firm.ana);
    const sees = async (api: TestApi) => {
      const query = { showAll: 'true', status: 'pending' };
      const { tickets } = await api.call(listTickets, { token: person.token, query });
      return tickets.some(({ id }) => id === ticket.id);
    };
    return { ...firm, ticket, person, sees };
  }

  type Change = RouteInput<typeof updateUser>['body'];
  const changes: [string, (firm: CompanyFixture) => { give: Change; take: Change }][] = [
    ['a profile', () => ({ give: { profile: 'supervisor' }, take: { profile: 'user' } })],
    [
      'a queue',
      ({ queues }) => ({
        give: { queueIds: [queues.support, queues.sales] },
        take: { queueIds: [queues.support] },
      }),
    ],
  ];

  it.each(changes)('%s, within a second and on every process', async (_what, changeOf) => {
    const { person, ticket, sees, ...firm } = await scene();
    const { give, take } = changeOf(firm);
    const token = await there.signIn(firm.admin);
    const change = async (body: Change, visible: boolean) => {
      const resyncs = person.consoles.map((desk) =>
        desk.next('bootstrap.end', () => (desk.store.get('ticket', ticket.id) !== undefined) === visible),
      );
      await there.call(updateUser, { params: { userId: firm.ana.id }, body, token, ...once() });
      const at = performance.now();
      await Promise.all(resyncs);
      for (const api of [here, there]) await expect.poll(() => sees(api)).toBe(visible);
      expect(performance.now() - at).toBeLessThan(SOON_MS);
    };
    expect([await sees(here), await sees(there)]).toEqual([false, false]);
    await change(give, true);
    await change(take, false);
  });

  it('tickets without a queue, when nobody announces it', async () => {
    const { companyId, ana, ticket, person, sees } = await scene();
    await within(companyId, (tx) => tx`update tickets set queue_id = null where id = ${ticket.id}`);
    expect(await sees(there)).toBe(false);
    const seen = Promise.all(
      person.consoles.map((desk) =>
        desk.next('bootstrap.end', () => desk.store.get('ticket', ticket.id) !== undefined),
      ),
    );
    await within(companyId, (tx) => tx`update users set all_ticket = true where id = ${ana.id}`);
    await seen;
    for (const api of [here, there]) await expect.poll(() => sees(api), { timeout: 1_500 }).toBe(true);
  });
});

describe('a route', () => {
  const opens = async (api: TestApi, contract: RouteContract, token: string) =>
    (await api.send(contract, { token })).json().error ?? 'open';

  it('to a part of the product opens with the plan, flag by flag', async () => {
    const { companyId, admin: chief } = await newCompany();
    const token = await here.signIn(chief);
    const all = () => Promise.all(parts.map((part) => opens(here, part, token)));
    expect(new Set(await all())).toEqual(new Set(['ERR_PLAN_FEATURE_OFF']));
    const [plan] = await admin`insert into plans (name) values (${`Plan ${companyId}`}) returning id`;
    await admin`update companies set plan_id = ${plan!.id} where id = ${companyId}`;
    await announce(there, companyId);
    await expect.poll(all).toEqual(parts.map(() => 'open'));
    for (const [index, flag] of PLAN_FLAGS.entries()) {
      const column = flag.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
      await admin`update plans set ${admin({ [column]: false })} where id = ${plan!.id}`;
      await announce(there, companyId);
      const expected = parts.map((_, part) => (part <= index ? 'ERR_PLAN_FEATURE_OFF' : 'open'));
      await expect.poll(all).toEqual(expected);
    }
  });

  it('for operators opens to super users alone, whatever their profile', async () => {
    const firm = await newCompany();
    const root = await createUser(admin, 1, `Root ${firms}`, []);
    await admin`update users set super = true where id = ${root.id}`;
    expect(await opens(here, operators, await here.signIn(root))).toBe('open');
    for (const user of [firm.admin, firm.ana])
      expect(await opens(here, operators, await here.signIn(user))).toBe('ERR_NO_PERMISSION');
  });

  it('of an overdue company stays open for days of grace, and its last day is told afterwards', async () => {
    const { companyId, ana } = await newCompany();
    const day = (ago: number) =>
      new Date(here.deps.clock().getTime() - ago * 86_400_000).toISOString().slice(0, 10);
    await admin`update companies set due_date = ${day(3)}, grace_days = 5, timezone = 'UTC' where id = ${companyId}`;
    const token = await here.signIn(ana);
    expect(await opens(here, plain, token)).toBe('open');
    const { company } = await here.call(me, { token });
    expect(company.dueDate?.slice(0, 10)).toBe(day(3));
    await admin`update companies set grace_days = 2 where id = ${companyId}`;
    await announce(here, companyId);
    await expect.poll(() => opens(here, plain, token)).toBe('ERR_SUBSCRIPTION_EXPIRED');
    const refused = await here.refused('ERR_SUBSCRIPTION_EXPIRED', login, {
      body: { email: ana.email, password: ana.password },
    });
    expect(refused.params).toEqual({ date: day(3) });
    expect(await opens(here, me, token)).toBe('open');
  });
});
