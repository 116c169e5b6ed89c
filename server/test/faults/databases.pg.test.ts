import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PAGE_SIZE } from '@balcao/shared/contract/limits.ts';
import { checkOf, FINDINGS, type Finding } from '@balcao/shared/features/system/findings.ts';
import { SYNC_PATH } from '@balcao/shared/sync/frames.ts';
import { LIVE_PROTOCOL } from '@balcao/shared/sync/live.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestDatabase } from '../database.ts';
import { startFaultProxy } from '../fault-proxy.ts';
import { createUser, PASSWORD, type UserFixture } from '../fixtures.ts';
import { startConsole } from '../nemesis/console.ts';
import { createTalk } from '../nemesis/talk.ts';
import { watchTicks } from '../nemesis/ticks.ts';
import type { PhoneCompany } from '../phone-company.ts';
import { PICTURE } from '../picture.ts';
import { DEEP, noteDrawn, sampleOf } from '../sample.ts';
import { balcao, startTwoDatabases, type TwoDatabases } from '../two-databases.ts';
import { startWorld, type World } from '../world.ts';

/** Two databases behind one server, and a company that moves from one to the other (fault rows L30 to L35). */

let dir: string;
let databases: TwoDatabases;
let world: World;
let url: string;
let operator: UserFixture;
let shop: PhoneCompany;
let operatorToken: string;
/** Of the company that was made in db2. */
let owner: string;

/** The first id that db2 gives. */
const DB2_IDS = 100_000_000_001;
const NEW = { name: 'Padaria', email: 'dona@padaria.test', password: 'pão de queijo' };

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'balcao-databases-'));
  await chmod(dir, 0o755);
  databases = await startTwoDatabases(join(dir, 'cluster'));
  const { db1 } = databases;
  const [company] = await db1.admin`insert into companies (name) values ('Operadora') returning id::int`;
  operator = await createUser(db1.admin, company?.id, 'Operadora', [], { profile: 'admin' });
  await db1.admin`update users set super = true where id = ${operator.id}`;
  world = await startWorld({
    database: db1,
    others: [databases.db2],
    faults: true,
    env: { DATABASES: databases.env.DATABASES },
  });
  await watchTicks(db1.admin);
}, 60_000);
afterAll(async () => {
  await world?.stop();
  await databases?.stop();
  await rm(dir, { recursive: true, force: true });
});

interface Call {
  token?: string;
  body?: object;
  /** Whom to ask instead of the only server. */
  server?: string;
}

async function call(method: string, path: string, { token, body, server = url }: Call = {}) {
  const response = await fetch(`${server}${path}`, {
    method,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const text = await response.text();
  return { status: response.status, answer: text === '' ? null : JSON.parse(text) };
}

/** One for each month. @returns their numbers */
async function invoicesOf({ admin }: TestDatabase, companyId: number, first: string): Promise<number[]> {
  const rows = await admin<{ id: number }[]>`
    insert into invoices (company_id, detail, users, connections, queues, value, months, due_date, created_at)
    select ${companyId}, 'Cheio', 1, 1, 1, 10000, 1, day::date, day
    from generate_series(${first}::date, ${first}::date + interval '4 years', interval '1 month') day
    returning id::float8`;
  return rows.map(({ id }) => id);
}

const signIn = async ({ email, password }: Pick<UserFixture, 'email' | 'password'>): Promise<string> =>
  (await call('POST', '/auth/login', { body: { email, password } })).answer.token;

/** What a program hears first on a line of its own. */
async function greeted(token: string): Promise<unknown> {
  const line = new WebSocket(`${url.replace('http', 'ws')}${SYNC_PATH}`);
  line.addEventListener('open', () =>
    line.send(JSON.stringify({ type: 'subscribe', protocol: LIVE_PROTOCOL, token })),
  );
  const [heard] = (await once(line, 'message')) as [{ data: string }];
  line.close();
  return JSON.parse(heard.data);
}

it('L30: a database is used once it is ready, and says what is missing', async () => {
  const run = (args: string[], env: Record<string, string> = databases.env) => balcao(args, env).ended();
  const early = Promise.all([run(['move-company', '2', '--to', 'db2']), run(['add-database', 'db3'])]);
  await expect(world.startApi().ready).rejects.toThrow('Run "balcao add-database db2" first');
  expect(await early).toMatchObject([
    { code: 1, said: expect.stringContaining('db2 is not ready') },
    { code: 1, said: expect.stringContaining('no db3') },
  ]);
  // It names what is missing; with that, and no more, everything works.
  const given: string[] = [];
  for (let said = ''; !said.includes('ready'); ) {
    ({ said } = await run(['add-database', 'db2']));
    const missing = [...said.matchAll(/"(.+?)"/g)].map(([, command = '']) => command);
    expect(said).toMatch(/^balcao may not do this in db[12]: run .* there, and try again\.$|ready/m);
    for (const command of missing) await databases.db1.admin.unsafe(command);
    given.push(...missing);
  }
  expect(given).toEqual([
    'alter role balcao replication bypassrls',
    'grant set on parameter session_replication_role to balcao',
    'grant pg_create_subscription to balcao',
  ]);
  await databases.db2.admin`drop subscription balcao_shared_db2`;
  const killed = balcao(['add-database', 'db2'], databases.env);
  killed.killAt('copying');
  await killed.ended();
  for (const _time of ['first', 'again'])
    expect(await run(['add-database', 'db2'])).toMatchObject({
      code: 0,
      said: expect.stringContaining('ready'),
    });
  await watchTicks(databases.db2.admin);
}, 120_000);

it('L31: people of both databases sign in, and are walls to each other', async () => {
  const env = { BALCAO_ROLE: 'all', PUBLIC_URL: 'http://desk.test' };
  ({ url } = await world.startApi({ env }).ready);
  shop = await world.addCompany({ customers: 2, agents: 1 });
  operatorToken = await signIn(operator);
  const plan = { name: 'Cheio', value: 10_000 };
  const { answer: made } = await call('POST', '/plans', { token: operatorToken, body: plan });
  const plans = () => databases.db2.admin`select from plans where id = ${made.id}`;
  await expect.poll(async () => (await plans()).length).toBe(1);
  const body = { ...NEW, planId: made.id };
  expect(await call('POST', '/companies', { token: operatorToken, body })).toMatchObject({
    status: 201,
    answer: { id: DB2_IDS, plan: { name: 'Cheio' } },
  });
  // Within one database an index refuses it; from the other one it must be refused as well.
  expect(await call('POST', '/companies', { token: operatorToken, body })).toMatchObject({ status: 409 });
  const twice = { name: 'Outra', email: NEW.email, password: 'another one' };
  expect(await call('POST', '/users', { token: await signIn(shop.admin), body: twice })).toMatchObject({
    status: 409,
    answer: { error: 'ERR_EMAIL_TAKEN' },
  });

  // A plan stays while a company of any database has it, and is chosen by nobody once the first one has it no more.
  const deleted = await call('DELETE', `/plans/${made.id}`, { token: operatorToken });
  expect(deleted).toMatchObject({ status: 409, answer: { error: 'ERR_PLAN_IN_USE' } });
  const [gone] = await databases.db2.admin`
    insert into plans (id, name) overriding system value values (99, 'Velho') returning id::int`;
  const late = { token: operatorToken, body: { planId: gone?.id } };
  expect(await call('PUT', `/companies/${DB2_IDS}`, late)).toMatchObject({
    status: 404,
    answer: { error: 'ERR_NO_PLAN_FOUND' },
  });
  const { answer: unused } = await call('POST', '/plans', { token: operatorToken, body: { name: 'Outro' } });
  expect((await call('DELETE', `/plans/${unused.id}`, { token: operatorToken })).status).toBe(204);

  const { answer: session } = await call('POST', '/auth/login', { body: NEW });
  const { refreshToken } = session;
  const renewed = await call('POST', '/auth/refresh_token', { body: { refreshToken } });
  owner = renewed.answer.token;
  expect(await call('GET', `/companies/${DB2_IDS}`, { token: owner })).toMatchObject({
    answer: { name: NEW.name },
  });
  expect(await call('GET', `/companies/${shop.companyId}`, { token: owner })).toMatchObject({ status: 404 });
  expect(await call('GET', '/companies', { token: owner })).toMatchObject({ status: 403 });
  expect(await greeted(owner)).toMatchObject({ type: 'subscribed', companyId: DB2_IDS });
  expect(await greeted(operatorToken)).toMatchObject({ type: 'subscribed', companyId: 1 });
}, 60_000);

it('L31: a company account is asked for in either database, and answered in the own one', async () => {
  expect(await call('GET', '/auth/oidc')).toMatchObject({ answer: { open: false } });
  const { admin } = databases.db2;
  await admin`
    insert into oidc_providers
    values (${DB2_IDS}, true, 'http://127.0.0.1:1', 'balcao', null, false, '{}', 'groups', '{}', '{}', '{}')`;
  expect(await call('GET', '/auth/oidc')).toMatchObject({ answer: { open: true } });
  const console = { challenge: 'c'.repeat(43), port: 4_000, state: 's'.repeat(22) };
  for (const [email, error] of [
    [shop.admin.email, 'ERR_OIDC_OFF'],
    // It is found, and its provider is not there.
    [NEW.email, 'ERR_OIDC_PROVIDER'],
  ] as const)
    expect(await call('POST', '/auth/oidc/begin', { body: { email, ...console } })).toMatchObject({
      answer: { error },
    });
  const state = `${DB2_IDS}.${'w'.repeat(43)}`;
  await admin`
    insert into oidc_attempts
    values (${DB2_IDS}, sha256(${state}), 'http://127.0.0.1:1', 'balcao', 'n', 'v', 'c', 4000, 's', now() + interval '1 day')`;
  for (const why of ['ERR_OIDC_DENIED', 'ERR_OIDC_ATTEMPT']) {
    const at = `${url}/auth/oidc/callback?state=${state}&error=access_denied`;
    const { headers } = await fetch(at, { redirect: 'manual' });
    expect(headers.get('location')).toBe(`http://desk.test/sign-in-failed#${why}`);
  }
}, 60_000);

it('L31: the operator sees and changes companies of both, and speaks to all', async () => {
  const asked = (method: string, path: string, body?: object) =>
    call(method, path, { token: operatorToken, ...(body ? { body } : {}) });
  const { answer: list } = await asked('GET', '/companies');
  expect(list.companies.map(({ id }: { id: number }) => id)).toEqual([1, shop.companyId, DB2_IDS]);
  expect(list).toMatchObject({ count: 3, hasMore: false });
  expect((await asked('GET', '/companies?pageNumber=2')).answer.companies).toEqual([]);
  const phone = '11 3456-7890';
  expect(await asked('PUT', `/companies/${DB2_IDS}`, { phone })).toMatchObject({ answer: { phone } });
  const { answer: audit } = await asked('GET', '/audit?entity=company');
  expect(audit.entries[0]).toMatchObject({ action: 'update', entityName: NEW.name, userName: 'Operadora' });

  const { answer: said } = await asked('POST', '/announcements', { title: 'Novo', text: 'Já temos dois' });
  const news = () => databases.db2.admin`
    select from change_log where company_id = ${DB2_IDS} and entity = 'announcement' and row_id = ${String(said.id)}`;
  await expect.poll(async () => (await news()).length, { timeout: 20_000 }).toBe(1);
  const image = await fetch(`${url}/announcements/${said.id}/media-upload`, {
    method: 'POST',
    headers: { authorization: `Bearer ${operatorToken}`, 'content-type': 'image/png' },
    body: PICTURE,
  });
  const { mediaPath } = (await image.json()) as { mediaPath: string };
  await expect
    .poll(async () => (await call('GET', `/announcements/${said.id}`, { token: owner })).answer)
    .toMatchObject({ title: 'Novo', mediaPath });
  for (const path of [mediaPath, `${mediaPath}/thumbnail`]) {
    const shown = await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${owner}` } });
    expect(shown.headers.get('content-type')).toMatch(/^image/);
  }
  const made = [
    await invoicesOf(databases.db1, shop.companyId, '2020-01-01'),
    await invoicesOf(databases.db2, DB2_IDS, '2020-01-16'),
  ].flat();
  const walked: { id: number; createdAt: string }[] = [];
  for (let next: string | null = ''; next !== null; ) {
    const page = next === '' ? '' : `?after=${encodeURIComponent(next)}`;
    const { answer } = await asked('GET', `/invoices/companies${page}`);
    walked.push(...answer.list);
    next = answer.next;
  }
  const times = walked.map(({ createdAt }) => createdAt);
  expect(times).toEqual(times.toSorted().toReversed());
  expect(walked.map(({ id }) => id).toSorted()).toEqual(made.toSorted());
  const { answer: second } = await asked('GET', '/invoices/companies?pageNumber=2');
  expect(second.list).toEqual(walked.slice(PAGE_SIZE, 2 * PAGE_SIZE));

  await expect.poll(async () => (await asked('GET', '/system/jobs')).answer.length).toBeGreaterThan(10);
  const ran = await databases.db2.admin`select from jobs where outcome = 'done'`;
  expect(ran.length).toBeGreaterThan(10);
  const { answer: processes } = await asked('GET', '/system/processes');
  expect(processes.map(({ kind }: { kind: string }) => kind)).toEqual(['api', 'sessions', 'sessions']);
  const { answer: health } = await asked('GET', '/system/health');
  const checks = health.findings.map((finding: Finding) => checkOf(finding));
  expect(new Set(checks).size, checks.join()).toBe(
    new Set(Object.values(FINDINGS).map(([check]) => check)).size,
  );
  await databases.db2.admin`insert into backups (kind) values ('backup')`;
  expect((await asked('GET', '/system/backups')).answer.list).toMatchObject([
    { kind: 'backup', database: 'db2' },
  ]);
  for (const path of ['/system/health/history', '/system/consoles'])
    expect(await asked('GET', path)).toMatchObject({ status: 200 });
}, 60_000);

it('L34: a process serves whose database is there, and the others as soon as theirs comes', async () => {
  const line = await startFaultProxy(databases.db2.url);
  await line.stop();
  const program = world.startApi({ env: { BALCAO_ROLE: 'all', DATABASES: `db2=${line.url}` } });
  const server = (await program.ready).url;
  const [here, there] = [{ email: shop.admin.email, password: PASSWORD }, NEW];
  const login = async (body: object) => (await call('POST', '/auth/login', { server, body })).status;
  const own = async (path: string, token: string) => (await call('GET', path, { server, token })).status;
  const asOperator = async (path: string) =>
    (await call('GET', path, { server, token: operatorToken })).answer;
  const away = async () =>
    (await asOperator('/system/health')).findings.filter(({ name }: Finding) => name === 'databaseAway');
  async function expectAway() {
    expect(await Promise.all([login(here), login(there)])).toEqual([200, 503]);
    expect(await own(`/companies/${DB2_IDS}`, owner)).toBe(503);
    expect(await away()).toMatchObject([{ facts: { name: 'db2' } }]);
    const { companies } = await asOperator('/companies');
    expect(companies.map(({ id }: { id: number }) => id)).toEqual([1, shop.companyId]);
  }
  await expectAway();

  await line.start();
  await expect.poll(() => login(there), { timeout: 20_000 }).toBe(200);
  // Whoever signs in anew ends the earlier session.
  owner = await signIn(NEW);
  expect(await own(`/companies/${DB2_IDS}`, owner)).toBe(200);
  expect(await away()).toEqual([]);
  const sessions = () => databases.db2.admin`select from processes where kind = 'sessions'`;
  await expect.poll(async () => (await sessions()).length, { timeout: 20_000 }).toBe(2);

  await line.stop();
  await expectAway();
  await line.start();
  await expect.poll(() => own(`/companies/${DB2_IDS}`, owner), { timeout: 20_000 }).toBe(200);
  await program.stop();
  await line.stop();
}, 60_000);

it('holds the numbers of all databases by the program of the package’s sessions, too', async () => {
  const holders = async () => {
    const found = await Promise.all(
      [databases.db1, databases.db2].map(
        ({ admin }) => admin<{ id: string }[]>`select id from processes where kind = 'sessions'`,
      ),
    );
    return found.map((rows) => rows.map(({ id }) => id));
  };
  const before = await holders();
  const added = async () =>
    (await holders()).map((ids, at) => ids.filter((id) => !before[at]?.includes(id)).length);
  const env = { BALCAO_ROLE: 'sessions', BALCAO_INSTANCE: '1', SESSIONS_CAPACITY: '50' };
  const program = world.startWorker({ program: 'server/src/sessions.ts', env });
  await program.ready;
  await expect.poll(added, { timeout: 20_000 }).toEqual([1, 1]);
  for (const { admin } of [databases.db1, databases.db2])
    expect(await admin`select from processes where capacity = 50`).toHaveLength(1);
  await program.stop();
  await expect.poll(added, { timeout: 20_000 }).toEqual([0, 0]);
}, 60_000);

/** What the command says as each of its steps begins. */
const STEPS = ['copying', 'quiet', 'the last rows', 'opening', 'removing'];
const CALM = ['live', 'backingOff', 'connecting', 'catchingUp'];
const OF_QUIET = ['quiet', 'the last rows', 'opening'];

/** A node of the database was lost with the word that a table had come; the slot that it came by is gone. */
async function strand({ admin }: TestDatabase): Promise<void> {
  await admin.begin(async (tx) => {
    await tx`set local allow_system_table_mods = on`;
    const lost =
      await tx`update pg_subscription_rel set srsubstate = 'f', srsublsn = null where srrelid = 'contacts'::regclass
      and srsubid in (select oid from pg_subscription where subname like 'balcao_move%')`;
    expect(lost.count).toBe(1);
  });
}

it('L32, L35: a company moves while its people talk, wherever the command is killed', async () => {
  const { db1, db2, env } = databases;
  const move = ['move-company', String(shop.companyId), '--to', 'db2'];
  await shop.link();
  const desks = shop.agents.map((agent) => startConsole(world, agent, url));
  const phases = new Set<string>();
  const talk = createTalk(world, shop, desks);
  await talk.round('antes');
  expect(await talk.problems()).toEqual({});
  for (const desk of desks)
    desk.hear((message) => void phases.add((message as { phase?: string }).phase ?? 'live'));
  const sessions = ({ admin }: TestDatabase) =>
    admin`select id, user_id from sessions where company_id = ${shop.companyId} and ended_at is null order by id`;
  const token = await signIn(shop.admin);
  const before = [...(await sessions(db1))];
  const [others, seen] = [new Set<number>(), new Set<number>()];
  const own = async () => (await call('GET', `/companies/${shop.companyId}`, { token })).status;
  const asking = setInterval(() => {
    void call('GET', '/companies/1', { token: operatorToken }).then(({ status }) => others.add(status));
    void own().then((status) => seen.add(status));
  }, 100);

  const talking = talk.round('durante');
  const later = STEPS.filter((step) => step !== 'quiet');
  const drawn = ['quiet', ...sampleOf(later, 1, 'another step of a move than its quiet')];
  for (const step of STEPS.filter((one) => drawn.includes(one))) {
    const killed = balcao(move, env);
    killed.killAt(step);
    const { code, said } = await killed.ended();
    expect(code, said).toBeNull();
    if (!OF_QUIET.includes(step)) continue;
    // Nobody runs it again for now. At its first step the company may not have been quiet yet.
    await expect.poll(own, { timeout: 20_000 }).toBe(200);
    if (step === 'quiet') await strand(db2);
  }
  const ended = await balcao(move, env).ended();
  expect(ended, ended.said).toMatchObject({ code: 0 });
  await talking;
  await talk.round('depois');
  expect(await talk.problems()).toEqual({});
  clearInterval(asking);

  expect([...(await sessions(db2))]).toEqual(before);
  expect([others, seen]).toEqual([new Set([200]), new Set([200, 503])]);
  // A line that says so, and nothing that an agent has to do.
  expect(CALM).toEqual(expect.arrayContaining([...phases]));
  expect(await db1.admin`select from messages`).toHaveLength(0);
  expect(await db1.admin`select from pg_trigger where tgname like 'leaving%'`).toHaveLength(0);
  expect(await db2.admin`select from pg_policies where policyname like 'moving%'`).toHaveLength(0);
  expect(await db1.admin`select slot_name from pg_replication_slots`).toHaveLength(1);
  const wrong = [move, ['move-company', '1', '--to', 'db2'], ['move-company', '99', '--to', 'db2']];
  expect(await Promise.all(wrong.map((args) => balcao(args, env).ended()))).toMatchObject([
    { code: 1, said: expect.stringContaining('already') },
    { code: 1, said: expect.stringContaining('stays in db1') },
    { code: 1, said: expect.stringContaining('no company 99') },
  ]);
  expect(await signIn({ email: shop.admin.email, password: PASSWORD })).toBeTruthy();
}, 180_000);

if (DEEP)
  it('L33: a company comes back, and what is newer has a greater number', async () => {
    const ids = (database: TestDatabase) =>
      database.admin<
        { id: number }[]
      >`select id::float8 from tickets where company_id = ${shop.companyId} order by id`;
    const customer = await shop.addCustomer();
    const say = (text: string) =>
      world.sandbox.commands.send({ kind: 'text', from: customer, to: shop.phone, text });
    const before = (await ids(databases.db2)).length;
    await say('em db2');
    await expect.poll(async () => (await ids(databases.db2)).length, { timeout: 20_000 }).toBe(before + 1);
    const back = await balcao(['move-company', String(shop.companyId), '--to', 'db1'], databases.env).ended();
    expect(back, back.said).toMatchObject({ code: 0, said: expect.stringMatching(/quiet for \d+\.\d s/) });
    noteDrawn('a company is quiet', [/quiet for .*/.exec(back.said)?.[0] ?? '']);
    const moved = await ids(databases.db1);
    expect(moved.length).toBe(before + 1);
    const newest = await shop.addCustomer();
    await world.sandbox.commands.send({ kind: 'text', from: newest, to: shop.phone, text: 'em db1' });
    await expect.poll(async () => (await ids(databases.db1)).length, { timeout: 20_000 }).toBe(before + 2);
    const after = await ids(databases.db1);
    expect(after.slice(0, -1)).toEqual(moved);
    expect(after.at(-1)?.id).toBeGreaterThan(2 * (DB2_IDS - 1));
  }, 120_000);
