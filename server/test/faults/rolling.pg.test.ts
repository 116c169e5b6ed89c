import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freePort } from '../../src/platform/free-port.ts';
import { type Balancer, startBalancer } from '../balancer.ts';
import { createTestDatabase } from '../database.ts';
import { checkOut, type EarlierVersion, earlierCommit } from '../earlier-version.ts';
import { startConsole } from '../nemesis/console.ts';
import { createTalk, type Talk } from '../nemesis/talk.ts';
import { watchTicks } from '../nemesis/ticks.ts';
import type { PhoneCompany } from '../phone-company.ts';
import type { Running } from '../process.ts';
import { startWorld, type World } from '../world.ts';

/**
 * An earlier version and this one on one database, behind one HAProxy, while people talk (fault rows L7 and L8).
 * Consoles are the earlier version's: they are updated last.
 */

const commit = earlierCommit();
if (!commit) process.stdout.write('There is no earlier version here: nothing is rolled (L7, L8).\n');
let world: World;
let earlier: EarlierVersion;
let company: PhoneCompany;
let balancer: Balancer;
let talk: Talk;
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
  const desks = company.agents.map((agent) =>
    startConsole(world, agent, balancer.url, {}, earlier.file('server/test/nemesis/agent.ts')),
  );
  talk = createTalk(world, company, desks);
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

it.skipIf(!commit)(
  'L7: both versions serve; the earlier one leaves while people talk',
  async () => {
    await talk.round('juntas');
    expect(await talk.problems()).toEqual({});
    const talking = talk.round('troca');
    await servers.earlier?.stop();
    await talking;
    expect(await talk.problems()).toEqual({});
  },
  120_000,
);

it.skipIf(!commit)(
  'L8: the update is taken back while people talk',
  async () => {
    await start('earlier');
    const talking = talk.round('de volta');
    await servers.this?.stop();
    await talking;
    expect(await talk.problems()).toEqual({});
  },
  120_000,
);
