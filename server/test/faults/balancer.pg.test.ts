import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Balancer, startBalancer } from '../balancer.ts';
import { createTestDatabase } from '../database.ts';
import { eventually } from '../eventually.ts';
import { startConsole } from '../nemesis/console.ts';
import { createTalk, type Talk } from '../nemesis/talk.ts';
import { watchTicks } from '../nemesis/ticks.ts';
import type { PhoneCompany } from '../phone-company.ts';
import type { Running } from '../process.ts';
import { startWorld, type World } from '../world.ts';

/** Three API processes behind a real HAProxy, by the configuration that operators are given (fault row L6). */

let world: World;
let company: PhoneCompany;
let balancer: Balancer;
let apis: Running<{ url: string }>[];
let talk: Talk;

beforeAll(async () => {
  world = await startWorld({ database: createTestDatabase(), faults: true });
  await watchTicks(world.database.admin);
  company = await world.addCompany({ customers: 3, agents: 2 });
  const env = { TRUST_PROXY: '127.0.0.1' };
  apis = [1, 2, 3].map(() => world.startApi({ env }));
  const worker = world.startWorker();
  const ready = await Promise.all(apis.map((api) => api.ready));
  await worker.ready;
  balancer = await startBalancer(
    world.dir,
    ready.map(({ url }) => url),
  );
  await company.link();
  const desks = company.agents.map((agent) => startConsole(world, agent, balancer.url));
  talk = createTalk(world, company, desks);
  await eventually(
    async () => desks.map(({ status }) => status.phase),
    (phases) => phases.every((phase) => phase === 'live'),
    30_000,
  );
});
afterAll(async () => {
  await world?.stop();
  await balancer?.stop();
});

/** How many consoles each process has. */
const consolesOf = async () =>
  (
    await world.database.admin<{ count: number }[]>`
      select count(*)::int from presences where until > now() group by process order by 1`
  ).map(({ count }) => count);

/** A program that asks all the time, each time by a line of its own. */
function startAsking(): { stop(): Promise<number[]> } {
  const seen = new Set<number>();
  let isAsking = true;
  const asking = (async () => {
    while (isAsking) {
      const headers = { connection: 'close' };
      seen.add(
        await fetch(`${balancer.url}/version`, { headers }).then(
          ({ status }) => status,
          () => 0,
        ),
      );
      await sleep(10);
    }
  })();
  return {
    async stop() {
      isAsking = false;
      await asking;
      return [...seen];
    },
  };
}

it('L6: consoles of two processes hear each other; one is killed, and one leaves, while people talk', async () => {
  expect(await consolesOf()).toEqual([1, 1]);
  await talk.round('dois');
  expect(await talk.problems()).toEqual({});

  const [one, two] = apis;
  for (const [round, end] of [
    ['morre', () => one?.kill()],
    ['sai', () => two?.stop()],
  ] as const) {
    const talking = talk.round(round);
    const asking = round === 'sai' ? startAsking() : null;
    await end();
    await talking;
    // Programs notice nothing of one that leaves.
    if (asking) expect(await asking.stop()).toEqual([200]);
    expect(await talk.problems()).toEqual({});
  }
}, 120_000);
