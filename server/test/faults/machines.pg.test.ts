import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text as textOf } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase } from '../database.ts';
import { eventually } from '../eventually.ts';
import { type FaultProxy, startFaultProxy } from '../fault-proxy.ts';
import { newNumber, type PhoneCompany } from '../phone-company.ts';
import type { Running } from '../process.ts';
import { sampleOf } from '../sample.ts';
import { startWorld, type World } from '../world.ts';

/** Sessions follow the machines (fault rows L1 to L4, L36): several processes, each a machine of its own. */

const BALCAO = fileURLToPath(new URL('../../src/balcao.ts', import.meta.url));
let world: World;
let shop: PhoneCompany;
let customer: string;
const others: PhoneCompany[] = [];
const machines: Partial<Record<'norte' | 'sul' | 'leste', Running>> = {};
const texts: string[] = [];

beforeAll(async () => {
  world = await startWorld({ database: createTestDatabase(), faults: true });
  shop = await world.addCompany();
  customer = newNumber();
  await world.sandbox.commands.createPhone({ number: customer, name: 'Maria' });
  machines.norte = await startMachine('norte');
  await shop.link();
  // Their sessions wait to be linked: they are held like any other.
  for (let count = 0; count < 5; count += 1) {
    const other = await world.addCompany();
    await other.request({ desired: 'running' });
    others.push(other);
  }
});
afterAll(() => world?.stop());

async function startMachine(machine: string, databaseUrl?: string): Promise<Running> {
  const worker = world.startWorker({
    ...(databaseUrl ? { databaseUrl } : {}),
    config: { ...world.config, machine, ...(databaseUrl ? { databaseUrl } : {}) },
  });
  await worker.ready;
  return worker;
}

/** How many connections each machine holds. */
async function held(): Promise<Record<string, number>> {
  const rows = await world.database.admin<{ machine: string; count: number }[]>`
    select p.machine, count(*)::int from held_connections h join processes p on p.id = h.owner group by 1`;
  return Object.fromEntries(rows.map(({ machine, count }) => [machine, count]));
}

async function write(text: string): Promise<void> {
  texts.push(text);
  await world.sandbox.commands.send({ kind: 'text', from: customer, to: shop.phone, text });
}

/** What the customer said is there once, in order, and the phone was never logged out. */
async function expectAll(): Promise<void> {
  const stored = async () =>
    (
      await world.database.admin`select body from messages where state <> 'local' order by created_at, id`
    ).map(({ body }) => body);
  await eventually(stored, (bodies) => bodies.length >= texts.length, 30_000);
  expect(await stored()).toEqual(texts);
  expect(await shop.connection()).toMatchObject({ desired: 'running', number: shop.phone });
}

async function balcao(...args: string[]): Promise<{ code: number; said: string }> {
  const env = { ...process.env, DATABASE_URL: world.database.url };
  const child = spawn(process.execPath, [BALCAO, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const said = Promise.all([textOf(child.stdout), textOf(child.stderr)]);
  const [code] = await once(child, 'exit');
  return { code: Number(code), said: (await said).join('') };
}

it('L1: a machine that joins takes its part, one number after the other', async () => {
  await eventually(held, ({ norte }) => norte === 6, 20_000);
  machines.sul = await startMachine('sul');
  const spread = await eventually(held, ({ sul = 0 }) => sul >= 2, 30_000);
  expect((spread.norte ?? 0) + (spread.sul ?? 0)).toBeLessThanOrEqual(6);
  await write('depois de dividir');
  await expectAll();
});

it('L2: a machine is emptied while people talk, and says when it is; what is no machine is said', async () => {
  const where = await world.database.admin`
    select p.machine from held_connections h join processes p on p.id = h.owner
    where h.company_id = ${shop.companyId}`;
  const machine = String(where[0]?.machine);
  const talking = (async () => {
    for (let n = 1; n <= 10; n += 1) await write(`mudança ${n}`);
  })();
  const drained = await balcao('drain', machine);
  await talking;
  expect(drained).toMatchObject({
    code: 0,
    said: expect.stringContaining(`${machine} holds no connections`),
  });
  await eventually(held, (now) => now[machine === 'sul' ? 'norte' : 'sul'] === 6, 20_000);
  await expectAll();

  expect(await balcao('machines')).toMatchObject({ code: 0, said: expect.stringContaining('draining') });
  expect(await balcao('drain', machine, '--undo')).toMatchObject({ code: 0 });
  await eventually(held, (now) => (now[machine] ?? 0) >= 2, 30_000);
  expect(await balcao('drain', 'oeste')).toMatchObject({ code: 1, said: expect.stringContaining('oeste') });
  expect(await balcao('drain')).toMatchObject({ code: 2, said: expect.stringContaining('MACHINE') });
  expect(await balcao('dance')).toMatchObject({ code: 2, said: expect.stringContaining('balcao machines') });
});

it('L3: a machine that dies is replaced, and one that leaves hands over', async () => {
  await machines.sul?.kill();
  await write('uma morreu');
  await eventually(held, ({ norte }) => norte === 6, 30_000);
  await expectAll();
  machines.leste = await startMachine('leste');
  await eventually(held, ({ leste = 0 }) => leste >= 2, 30_000);
  await machines.norte?.stop();
  await write('outra saiu');
  await eventually(held, ({ leste }) => leste === 6, 30_000);
  await expectAll();
});

async function isTakenForDead(): Promise<void> {
  await shop.connectionWith(({ status }) => status === 'connected', 20_000);
  for (let n = 1; n <= 2; n += 1) {
    // Until its next word, which comes within seconds, the database lets it write no keys.
    await world.database.admin`
      update processes set expires_at = now() - interval '1 second' where machine = 'leste'`;
    await write(`está aí? ${n}`);
    await expectAll();
  }
  expect(await held()).toEqual({ leste: 6 });
}

async function isCutOff(): Promise<void> {
  const line: FaultProxy = await startFaultProxy(world.database.url);
  const url = new URL(world.database.url);
  url.host = new URL(line.url).host;
  machines.sul = await startMachine('sul', url.href);
  await machines.leste?.stop();
  await eventually(held, ({ sul }) => sul === 6, 30_000);
  await shop.connectionWith(({ status }) => status === 'connected', 20_000);
  await write('antes do apagão');
  await expectAll();
  const logins = async () =>
    (
      await world.database.admin`
      select count(*)::int as count from connection_events
      where company_id = ${shop.companyId} and kind = 'connected'`
    )[0]?.count;
  const before = await logins();

  await line.stop();
  // Longer than the leases of these tests live.
  await new Promise((resolve) => setTimeout(resolve, 7_000));
  await line.start();
  await eventually(held, ({ sul }) => sul === 6, 30_000);
  await write('depois do apagão');
  await expectAll();
  expect(await logins()).toBe(before);
  await line.stop();
}

const RARE = {
  'L36: who was taken for dead goes on with what nobody else has': isTakenForDead,
  'L4: sockets outlive a database that is away longer than a lease, and go on': isCutOff,
};
for (const [name, test] of sampleOf(Object.entries(RARE), 1, 'rarer losses of machines', ([name]) => name))
  it(name, test);
