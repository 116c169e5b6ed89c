import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FAILPOINTS as CONSOLE_FAILPOINTS } from '../../desktop/src/core/failpoints.ts';
import { withDeadline } from '../src/channels/whatsapp/deadline.ts';
import { FAILPOINTS as SERVER_FAILPOINTS } from '../src/platform/failpoints.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import type { FaultProxy } from './fault-proxy.ts';
import { givePlan } from './fixtures.ts';
import { type Console, openDoor, type Stack, startStack, type Tenant } from './nemesis/console.ts';
import { accountDir, type Said } from './nemesis/ledgers.ts';
import { quiesce } from './nemesis/quiesce.ts';
import { compareLedgers } from './nemesis/verdict.ts';
import type { Running } from './process.ts';
import { sampleOf } from './sample.ts';
import { PICTURE } from './world.ts';

/**
 * A process is killed at each of its steps and the next one goes on where it was; the next one is killed at the next
 * step, and so on. At the end the ledgers of the network, of PostgreSQL and of the console agree (fault rows S1 to S6, R1
 * to R4, W1; hazard H1). Each program dies in a world of its own, all worlds at once.
 */

type Step = (typeof SERVER_FAILPOINTS)[number] | (typeof CONSOLE_FAILPOINTS)[number];

const isOfApi = (name: string) => /^(console|upload|command|feed|rule|schedule)\./.test(name);
const WORKER = SERVER_FAILPOINTS.filter((name) => !isOfApi(name));
const API = SERVER_FAILPOINTS.filter(isOfApi);

/** Not at the first passage, where the first one is that of another part of the script. */
const NTH: Partial<Record<Step, number>> = {
  'receive.stored': 2,
  'receive.committed': 3,
  'send.accepted': 2,
  'keys.written': 4,
};
const STEPS_DRAWN = 3;
const ONE_ROUND_MS = 60_000;
const TURN_MS = { least: 300, most: 10_000 };
const REST_MS = 60_000;
const TEST_MS = 200_000;

interface World {
  stack: Stack;
  tenant: Tenant;
  door: FaultProxy;
  api: Running;
  worker: Running;
  desk: Console;
  desks: Console[];
  said: Said;
  close(): Promise<void>;
}

async function openWorld(): Promise<World> {
  const dir = await mkdtemp(join(tmpdir(), 'balcao-kill-'));
  const database: TestDatabase = await createTestDatabase();
  const stack = await startStack(database, dir);
  const tenant = await stack.addTenant({ customers: 3, agents: 1 });
  await givePlan(stack.admin, tenant.company.companyId);
  const door = await openDoor();
  const api = stack.startApi({ door });
  const worker = stack.startWorker();
  await Promise.all([api.ready, worker.ready]);
  await tenant.link();
  const desk = stack.startConsole(agentOf(tenant), door.url);
  return {
    stack,
    tenant,
    door,
    api,
    worker,
    desk,
    desks: [desk],
    said: { heard: [], written: [], planned: [] },
    async close() {
      await stack.stop();
      await door.stop();
      await database.close();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

function agentOf({ agents: [agent] }: Tenant) {
  if (!agent) throw new Error('nobody works there');
  return agent;
}

const armed = (name: Step) => ({ BALCAO_FAILPOINT: `${name}:${NTH[name] ?? 1}` });

async function nextWorker(world: World, env: Record<string, string> = {}): Promise<void> {
  const { stack } = world;
  await world.worker.kill();
  await stack.admin`update connection_leases set expires_at = '-infinity'`;
  await stack.admin`update connections set status = 'OPENING' where status = 'connected'`;
  world.worker = stack.startWorker({ env });
}

async function nextApi(world: World, env: Record<string, string> = {}): Promise<void> {
  await world.api.kill();
  world.api = world.stack.startApi({ door: world.door, env });
}

async function nextDesk(world: World, env: Record<string, string> = {}): Promise<void> {
  await world.desk.kill();
  world.desk = world.stack.startConsole(agentOf(world.tenant), world.door.url, env);
  world.desks.push(world.desk);
}

/** As the API does it; the message is deleted on the network alone, so that its text still counts. */
async function revokeLast({ stack }: World): Promise<void> {
  await stack.admin`
    insert into outgoing_changes (company_id, connection_id, contact_id, message_id, kind, created_at)
    select company_id, connection_id, contact_id, id, 'delete', now() from messages
    where from_me and state = 'sent' and wa_id is not null order by created_at desc limit 1`;
}

/** Somebody has waited for a week without a queue, and the connection's rule says a day. */
async function keepWaiting({ stack }: World): Promise<void> {
  await stack.admin`
    update connections c set redirect_minutes = 1440,
      redirect_queue_id = (
        select queue_id from connection_queues q where q.company_id = c.company_id and q.connection_id = c.id)`;
  await stack.admin`
    with contact as (
      insert into contacts (company_id, name) select company_id, 'Waits' from connections returning company_id, id),
    ticket as (
      insert into tickets (company_id, contact_id, connection_id)
      select k.company_id, k.id, c.id from contact k join connections c on c.company_id = k.company_id
      returning company_id, id, connection_id)
    insert into ticket_tracking (company_id, ticket_id, connection_id, created_at)
    select company_id, id, connection_id, now() - interval '7 days' from ticket`;
}

/** The agent has left something to the server, and it is due. */
async function planAhead({ stack, tenant: { customers }, said }: World, text: string): Promise<void> {
  const [number = ''] = customers;
  const made = await stack.admin`
    insert into schedules (company_id, id, contact_id, body, send_at, due_at)
    select company_id, gen_random_uuid(), id, ${text}, now(), now() from contacts where number = ${number}`;
  if (made.count > 0) said.planned?.push({ number, text });
}

/** What it takes to come to a step, besides talking; before each turn of the talk. */
const PROVOKED: Partial<Record<Step, (world: World, text: string) => Promise<unknown>>> = {
  'edit.committed': async ({ stack, tenant: { shop, customers }, said }, text) => {
    const [from = ''] = customers;
    const { id } = await stack.sandbox.send({ kind: 'text', from, to: shop, text: `${text}, wrong` });
    await stack.sandbox.send({ kind: 'edit', from, to: shop, target: id, text });
    said.heard.push({ number: from, text });
  },
  'delete.committed': async ({ stack, tenant: { shop, customers }, said }, text) => {
    const [from = ''] = customers;
    const { id } = await stack.sandbox.send({ kind: 'text', from, to: shop, text });
    said.heard.push({ number: from, text });
    await stack.sandbox.send({ kind: 'revoke', from, to: shop, target: id });
  },
  'react.committed': async ({ stack, tenant: { shop, customers }, said }, text) => {
    const [from = ''] = customers;
    const { id } = await stack.sandbox.send({ kind: 'text', from, to: shop, text });
    said.heard.push({ number: from, text });
    // Taken back: a sign of its own would be one more text on the network.
    await stack.sandbox.send({ kind: 'reaction', from, to: shop, target: id, text: '' });
  },
  'vote.committed': async ({ stack, tenant: { shop, customers }, said }, text) => {
    const [from = ''] = customers;
    const options = ['sim', 'não'];
    const { id } = await stack.sandbox.send({ kind: 'poll', from, to: shop, text, options });
    said.heard.push({ number: from, text });
    await stack.sandbox.send({ kind: 'vote', from, to: shop, target: id, options: ['sim'] });
  },
  'change.chosen': revokeLast,
  'change.stored': revokeLast,
  'change.accepted': revokeLast,
  'change.recorded': revokeLast,
  'change.undone': async (world) => {
    await world.stack.sandbox.configure({ number: world.tenant.shop, nackNext: ['404'] });
    await revokeLast(world);
  },
  'file.postponed': ({ stack }) => stack.sandbox.configureWorld({ failDownloads: { status: 500, times: 1 } }),
  'send.postponed': ({ stack, tenant }) =>
    stack.sandbox.configure({ number: tenant.shop, nackNext: ['429'] }),
  'send.refused': ({ stack, tenant }) => stack.sandbox.configure({ number: tenant.shop, nackNext: ['404'] }),
  'rule.written': keepWaiting,
  'rule.committed': keepWaiting,
  'schedule.written': planAhead,
  'schedule.committed': planAhead,
  'console.left': (world) => nextDesk(world),
  'history.stored': ({ tenant }) => tenant.addCustomer(),
};

async function hear({ stack, tenant, said }: World, number: string, text: string): Promise<void> {
  said.heard.push({ number, text });
  await stack.sandbox.send({ kind: 'text', from: number, to: tenant.shop, text });
}

async function showPicture({ stack, tenant, said }: World, number: string, text: string): Promise<void> {
  said.heard.push({ number, text });
  const fileBase64 = PICTURE.toString('base64');
  await stack.sandbox.send({ kind: 'image', from: number, to: tenant.shop, fileBase64, text });
}

async function write({ desk, said }: World, number: string, text: string, file?: string): Promise<void> {
  const taken = await Promise.race([
    desk.write({ number, text, ...(file ? { file } : {}) }),
    desk.ended.then(() => null),
  ]);
  if (taken) said.written.push({ number, text, user: desk.user.id });
}

/** On a slow machine the talk must not run away from those who listen. */
async function heardOut({ stack, said }: World): Promise<void> {
  const end = performance.now() + TURN_MS.most;
  for (let stored = -1; stored < said.heard.length + said.written.length && performance.now() < end; ) {
    await sleep(TURN_MS.least);
    const [row] =
      await stack.admin`select count(*)::int as stored from messages where state not in ('queued', 'local')`;
    stored = Number(row?.stored);
  }
}

/** Customers write, a picture among it, and the agent answers, with a picture too, until somebody dies. */
async function talk(world: World, name: Step, until: Promise<unknown>): Promise<void> {
  const { customers } = world.tenant;
  const [first = ''] = customers;
  const dead = until.then(() => true);
  const isDead = () => Promise.race([dead, new Promise<false>((resolve) => setImmediate(resolve, false))]);
  const end = performance.now() + ONE_ROUND_MS;
  for (let turn = 1; !(await isDead()); turn += 1) {
    if (performance.now() > end) throw new Error(`${name} was never reached`);
    await PROVOKED[name]?.(world, `${name} has second thoughts ${turn}`);
    for (const number of customers) await hear(world, number, `${name} asks ${turn} ${number}`);
    await showPicture(world, first, `${name} shows ${turn}`);
    for (const number of customers) await write(world, number, `${name} answers ${turn} ${number}`);
    await write(world, first, `${name} sends ${turn}`, PICTURE.toString('base64'));
    await Promise.race([dead, heardOut(world)]);
  }
}

/** Logged out at the phone: what it says until it is linked again is for nobody here. */
async function forget(world: World): Promise<void> {
  await world.stack.sandbox.unlink({ number: world.tenant.shop });
  await withDeadline(ONE_ROUND_MS, world.worker.ended);
  await nextWorker(world);
  await world.tenant.link();
}

const ROUNDS: Record<string, { steps: readonly Step[]; round(world: World, name: Step): Promise<void> }> = {
  'the session worker': {
    // Nobody has said anything yet that a phone without companions would keep to itself.
    steps: ['creds.forgotten', ...WORKER.filter((name) => name !== 'creds.forgotten')],
    async round(world, name) {
      await nextWorker(world, armed(name));
      if (name === 'creds.forgotten') await forget(world);
      else await talk(world, name, world.worker.ended);
    },
  },
  'the API': {
    steps: API,
    async round(world, name) {
      await nextApi(world, armed(name));
      await talk(world, name, world.api.ended);
    },
  },
  'the console': {
    steps: CONSOLE_FAILPOINTS,
    async round(world, name) {
      await world.desk.kill();
      // Without rows a console begins with a bootstrap.
      const account = accountDir(world.stack.consoleDir(world.desk.user));
      if (name.startsWith('bootstrap.') && account) await rm(join(account, 'cache.db'));
      await nextDesk(world, armed(name));
      await talk(world, name, world.desk.ended);
    },
  },
};

async function expectLedgers(world: World): Promise<void> {
  await nextWorker(world);
  await nextApi(world);
  await nextDesk(world);
  expect(await quiesce(world.stack, () => [world.desk], REST_MS)).toEqual([]);
  expect(await compareLedgers(world.stack, world.desks, world.said)).toEqual({
    lost: [],
    doubled: [],
    disordered: [],
    regressed: [],
    behind: [],
    diverged: [],
    leaked: [],
    miscounted: [],
  });
}

/** One of the programs at some of its steps; the last step is worth as much as the first, so each commit draws others. */
const DRAWN = sampleOf(Object.entries(ROUNDS), 1).map(
  ([who, { steps, round }]) => [who, { steps: sampleOf(steps, STEPS_DRAWN), round }] as const,
);

describe.each(DRAWN)('%s, killed', (who, { steps }) => {
  it.each(steps)('at %s', (name) => started.get(who)?.rounds.get(name), TEST_MS);
  it('has lost and doubled nothing', () => started.get(who)?.atTheEnd, TEST_MS);
});

interface Started {
  world: Promise<World>;
  rounds: Map<Step, Promise<void>>;
  atTheEnd: Promise<void>;
}

const started = new Map<string, Started>();

/** One step after the other; a step that fails is that step's own failure. */
function start(steps: readonly Step[], round: (world: World, name: Step) => Promise<void>): Started {
  const world = openWorld();
  let last: Promise<unknown> = world;
  const after = (work: (world: World) => Promise<void>) => {
    const done = last.then(async () => work(await world));
    last = done.catch(() => {});
    return done;
  };
  return {
    world,
    rounds: new Map(steps.map((name) => [name, after((opened) => round(opened, name))])),
    atTheEnd: after(expectLedgers),
  };
}

beforeAll(() => {
  for (const [who, { steps, round }] of DRAWN) started.set(who, start(steps, round));
});
afterAll(async () => {
  await Promise.all([...started.values()].map(async ({ world }) => (await world).close()));
});
