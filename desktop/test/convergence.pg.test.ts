import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi } from '../../server/test/api.ts';
import { DEEP, SEED, sampleOf } from '../../server/test/sample.ts';
import { createLiveConsole, type LiveConsole, shownConversations, shownRows } from './live/console.ts';
import { type LiveApi, openLiveApi } from './live/live-api.ts';
import { installAudit, readHistory } from './model/audit.ts';
import { createDatabaseLine } from './model/database-line.ts';
import type { Desk } from './model/desk.ts';
import { EXAMPLES } from './model/examples.ts';
import { createModelWorld, type ModelWorld } from './model/model-world.ts';
import { perform, type Script, script } from './model/steps.ts';

const databaseLine = createDatabaseLine();
let server: LiveApi;
beforeAll(async () => {
  server = await openLiveApi(await startApi({ route: databaseLine.route }));
  await installAudit(server.admin);
});
afterAll(async () => {
  await server.stop();
  await databaseLine.stop();
});

async function run({ seed, faulty, groups }: Script): Promise<void> {
  const world = await createModelWorld(server, databaseLine, seed);
  try {
    for (const { network } of world.desks) network.faulty = faulty;
    let restart = Promise.resolve();
    for (const group of groups)
      await Promise.all(
        group.map((action) => {
          if (action.do !== 'server') return perform(world, action);
          // Meanwhile the world goes on.
          restart = restart.then(() => perform(world, action));
          return undefined;
        }),
      );
    await restart;
    await calm(world);
    for (const desk of world.desks) await expectNothingLost(desk);
    for (const desk of world.desks) await expectFresh(desk);
    await expectHistory(world);
  } finally {
    for (const desk of world.desks) desk.remove();
  }
}

/** Nothing more happens, and every console is connected. */
async function calm({ desks }: ModelWorld): Promise<void> {
  for (const desk of desks) {
    Object.assign(desk.network, { up: true, faulty: false });
    desk.open();
    desk.console.sync.retryNow();
  }
  // Once for the commands, which change what the others see.
  for (let round = 0; round < 2; round++) await Promise.all(desks.map(({ console }) => console.settle()));
}

/** An agent's message is on the server or was refused. Ids are unique, so it is there once. */
async function expectNothingLost(desk: Desk): Promise<void> {
  const accepted = desk.accepted();
  const lost = await server.admin`
    select id, ticket_id from unnest(${accepted.map(({ id }) => id)}::uuid[],
      ${accepted.map(({ ticketId }) => ticketId)}::bigint[]) as sent (id, ticket_id)
    where id not in (select id from messages) and ticket_id in (select id from tickets)`;
  expect([...lost]).toEqual([]);
}

async function expectFresh({ console }: Desk): Promise<void> {
  const fresh = createLiveConsole(server.url, console.seat);
  try {
    fresh.sync.start();
    await fresh.settle();
    const shown = async (at: LiveConsole) => ({
      rows: shownRows(at),
      conversations: await shownConversations(at),
    });
    expect(await shown(console)).toEqual(await shown(fresh));
  } finally {
    fresh.remove();
  }
}

/** Not only in the end: each state that a screen could have shown was the server's at that number. */
async function expectHistory({ companies }: ModelWorld): Promise<void> {
  for (const { fixture, desks } of companies) {
    const history = await readHistory(server.admin, fixture.companyId);
    for (const { console, observations, sightings, problems } of desks) {
      const { userId } = console.seat;
      expect(problems).toEqual([]);
      expect(observations.flatMap((observation) => history.faultsOf(userId, observation))).toEqual([]);
      expect(sightings.filter((sighting) => history.isLeak(userId, sighting))).toEqual([]);
      expect(observations.length).toBeGreaterThan(0);
    }
  }
}

/** `SEED` repeats a run; SHRINK=1 then looks for the smallest script that fails, which takes minutes. */
const runs = DEEP ? 50 : 2;
/** Each has found a fault once; a sample takes some of them. */
const examples = sampleOf(EXAMPLES, 2);

test(
  `I2, I3, I4, I6: consoles hold what the server has, on the way and in the end (SEED=${SEED})`,
  async () => {
    await fc.assert(fc.asyncProperty(script, run), {
      seed: SEED,
      numRuns: runs + examples.length,
      examples: examples.map((example) => [example]),
      endOnFailure: process.env.SHRINK !== '1',
    });
    // The lines that a script broke.
    expect(server.errors().filter((line) => !line.includes('CONNECTION_CLOSED'))).toEqual([]);
  },
  DEEP || process.env.SHRINK === '1' ? 3_600_000 : 120_000,
);
