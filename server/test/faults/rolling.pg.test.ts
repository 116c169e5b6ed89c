import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freePort } from '../../src/platform/free-port.ts';
import { type Balancer, startBalancer } from '../balancer.ts';
import { createTestDatabase } from '../database.ts';
import { checkOut, type EarlierVersion, earlierCommit } from '../earlier-version.ts';
import { type Console, startConsole } from '../nemesis/console.ts';
import type { Said } from '../nemesis/ledgers.ts';
import { quiesce } from '../nemesis/quiesce.ts';
import { watchTicks } from '../nemesis/ticks.ts';
import { compareLedgers } from '../nemesis/verdict.ts';
import type { PhoneCompany } from '../phone-company.ts';
import type { Running } from '../process.ts';
import { startWorld, type World } from '../world.ts';

/**
 * An earlier version and this one on one database, behind one HAProxy, while people talk (fault rows L7 and L8).
 * Consoles are the earlier version's: they are updated last.
 */

const commit = earlierCommit();
let world: World;
let earlier: EarlierVersion;
let company: PhoneCompany;
let balancer: Balancer;
let desks: Console[];
const said: Said = { heard: [], written: [] };
const ports: Record<Version, number> = { earlier: 0, this: 0 };
const servers: Partial<Record<Version, Running>> = {};
type Version = 'earlier' | 'this';

beforeAll(async () => {
  if (!commit) return;
  world = await startWorld({ database: createTestDatabase('template0'), faults: true });
  const sources = join(world.dir, 'earlier');
  await mkdir(sources);
  earlier = await checkOut(commit, sources);
  for (const version of ['earlier', 'this'] as const) ports[version] = await freePort();
  // The earlier one makes the database, this one adds what it needs while the other serves.
  await start('earlier');
  await start('this');
  await watchTicks(world.database.admin);
  company = await world.addCompany({ customers: 3, agents: 2 });
  await company.link();
  balancer = await startBalancer(
    world.dir,
    Object.values(ports).map((port) => `http://127.0.0.1:${port}`),
  );
  desks = company.agents.map((agent) =>
    startConsole(world, agent, balancer.url, {}, earlier.file('server/test/nemesis/agent.ts')),
  );
}, 120_000);
afterAll(async () => {
  await world?.stop();
  await balancer?.stop();
});

/** A whole server: its API, and its sessions in a process of their own. */
async function start(version: Version): Promise<void> {
  const main = 'server/src/main.ts';
  const server = world.startApi({
    program: version === 'this' ? main : earlier.file(main),
    env: {
      BALCAO_ROLE: 'all',
      PORT: String(ports[version]),
      MACHINE_NAME: version,
      TRUST_PROXY: '127.0.0.1',
    },
  });
  servers[version] = server;
  await server.ready;
}

/** Each customer writes, and whoever has the conversation answers. */
async function talk(round: string): Promise<void> {
  for (const number of company.customers) {
    const text = `${round} pergunta ${number}`;
    said.heard.push({ number, text });
    await world.sandbox.commands.send({ kind: 'text', from: number, to: company.phone, text });
  }
  for (const [index, number] of company.customers.entries()) {
    const desk = desks[index % desks.length] as Console;
    const text = `${round} resposta ${number}`;
    if (await desk.write({ number, text })) said.written.push({ number, text, user: desk.user.id });
  }
}

async function expectLedgers(): Promise<void> {
  expect(await quiesce(world, () => desks, 45_000)).toEqual([]);
  expect(await compareLedgers(world, desks, said)).toEqual({
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

it.skipIf(!commit)(
  'L7: both versions serve; the earlier one leaves while people talk',
  async () => {
    await talk('juntas');
    await expectLedgers();
    const talking = talk('troca');
    await servers.earlier?.stop();
    await talking;
    await expectLedgers();
  },
  120_000,
);

it.skipIf(!commit)(
  'L8: the update is taken back while people talk',
  async () => {
    await start('earlier');
    const talking = talk('de volta');
    await servers.this?.stop();
    await talking;
    await expectLedgers();
  },
  120_000,
);
