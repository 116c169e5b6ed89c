import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FAILPOINTS as CONSOLE_FAILPOINTS } from '../../desktop/src/core/failpoints.ts';
import { FAILPOINTS as SERVER_FAILPOINTS } from '../src/platform/failpoints.ts';
import { createTestDatabase } from './database.ts';
import { openProxy } from './fault-proxy.ts';
import { givePlan } from './fixtures.ts';
import { expectSorted, expectTried } from './kill-ai.ts';
import { expectErased, oweErasure } from './kill-erasures.ts';
import { expectExported, oweExport } from './kill-exports.ts';
import { expectLetGo, waitForNight } from './kill-nights.ts';
import { expectMailed, oweReport } from './kill-reports.ts';
import { expectDue, expectGiven, expectRuled } from './kill-rules.ts';
import {
  agentOf,
  hear,
  nextApi,
  nextDesk,
  nextWorker,
  reaching,
  type Scene,
  type Step,
  write,
} from './kill-scene.ts';
import { expectPaid, forget, REST_MS, talk, talkersOf } from './kill-script.ts';
import { consoleDir, startConsole } from './nemesis/console.ts';
import { accountDir } from './nemesis/ledgers.ts';
import { quiesce } from './nemesis/quiesce.ts';
import { watchTicks } from './nemesis/ticks.ts';
import { compareLedgers } from './nemesis/verdict.ts';
import { sampleOf } from './sample.ts';
import { startStandIns } from './services/stand-ins.ts';
import { startMailServer } from './smtp.ts';
import { startWorld } from './world.ts';

/**
 * A process is killed at each of its steps and the next one goes on where it was; the next one is killed at the next
 * step, and so on. At the end the ledgers of the network, of PostgreSQL and of the console agree (fault rows S1 to S6, R1
 * to R4, W1; hazard H1), but for those of
 * `src/backup/wishes`, of mailboxes and of chats on pages, which tests of their own kill. Each program dies in its own world, all worlds at once.
 */

const isOfApi = (name: string) =>
  /^(console|upload|command|feed|rule|clock|deadline|assignment|report|night|erasure|export|silence|return|schedule|turn|sorting|trial|delivery|webhook|charge|payment)\./.test(
    name,
  );
/** Beside backups, and where they are restored; at mailboxes and at chats on pages. */
const isElsewhere = (name: string) => /^(wishes|mail|visitor)\./.test(name);
const WORKER = SERVER_FAILPOINTS.filter((name) => !isOfApi(name) && !isElsewhere(name));
const API = SERVER_FAILPOINTS.filter(isOfApi);

/** The passage that kills, where the first one belongs to another part of the script. */
const NTH: Partial<Record<Step, number>> = {
  'receive.stored': 2,
  'receive.committed': 3,
  'send.accepted': 2,
  'keys.written': 4,
};
const STEPS_DRAWN = 3;

const TEST_MS = 200_000;

async function openScene(): Promise<Scene> {
  const world = await startWorld({ database: createTestDatabase(), faults: true });
  await watchTicks(world.database.admin);
  const company = await world.addCompany({ customers: 3, agents: 1 });
  await givePlan(world.database.admin, company.companyId);
  const [proxy, services, mail] = await Promise.all([openProxy(), startStandIns(), startMailServer()]);
  const api = world.startApi({ proxy, env: reaching({ services, mail }) });
  const worker = world.startWorker();
  await Promise.all([api.ready, worker.ready]);
  await company.link();
  const desk = startConsole(world, agentOf(company), proxy.url);
  return {
    world,
    company,
    proxy,
    services,
    mail,
    api,
    worker,
    desk,
    desks: [desk],
    said: { heard: [], written: [], planned: [] },
    asking: new Set(),
    async close() {
      await world.stop();
      await Promise.all([proxy.stop(), services.close(), mail.stop()]);
    },
  };
}

const armed = (name: Step) => ({ BALCAO_FAILPOINT: `${name}:${NTH[name] ?? 1}` });

/** An agent who knows no conversation yet has nothing to write in, once the API is gone. */
async function acquaint(scene: Scene, text: string): Promise<void> {
  if (scene.said.written.length > 0) return;
  for (const number of talkersOf(scene)) {
    await hear(scene, number, `${text}, hello ${number}`);
    await write(scene, number, `${text}, welcome ${number}`);
  }
}

const ROUNDS: Record<string, { steps: readonly Step[]; round(scene: Scene, name: Step): Promise<void> }> = {
  'the session worker': {
    // No message has been sent yet that a phone without companions would not pass on.
    steps: ['creds.forgotten', ...WORKER.filter((name) => name !== 'creds.forgotten')],
    async round(scene, name) {
      await nextWorker(scene, armed(name));
      if (name === 'creds.forgotten') await forget(scene);
      else await talk(scene, name, scene.worker.ended);
    },
  },
  'the API': {
    steps: API,
    async round(scene, name) {
      await acquaint(scene, name);
      if (name === 'report.mailed') await oweReport(scene);
      if (name.startsWith('night.')) await waitForNight(scene);
      if (name.startsWith('erasure.')) await oweErasure(scene);
      if (name.startsWith('export.')) await oweExport(scene);
      await nextApi(scene, armed(name));
      await talk(scene, name, scene.api.ended);
    },
  },
  'the console': {
    steps: CONSOLE_FAILPOINTS,
    async round(scene, name) {
      await scene.desk.kill();
      // Without rows a console begins with a bootstrap.
      const account = accountDir(consoleDir(scene.world, scene.desk.user));
      if (name.startsWith('bootstrap.') && account) await rm(join(account, 'cache.db'));
      await nextDesk(scene, armed(name));
      await talk(scene, name, scene.desk.ended);
    },
  },
};

/** Whoever was with a responder has one answer, or is among those who wait for people, with one line that says so. */
/** A ticket that an agent accepted in between may have no answer; none has two, and a waiting one has one outcome. */
async function expectAnswered({ world, asking }: Scene): Promise<void> {
  const rows = await world.database.admin<
    { number: string; status: string; answers: number; failures: number; waits: boolean }[]
  >`
    select c.number, t.status, t.waiting_since is not null as waits,
      count(*) filter (where m.state = 'sent' and m.said_by = 'bot')::int as answers,
      count(*) filter (where m.media_type = 'event' and m.body like '{"kind":"failed"%')::int as failures
    from contacts c join tickets t on t.company_id = c.company_id and t.contact_id = c.id
    join messages m on m.company_id = t.company_id and m.ticket_id = t.id
    where c.number = any (${[...asking]}) group by c.number, t.id, t.status, t.waiting_since`;
  const wrong = rows.filter(({ status, answers, failures, waits }) => {
    if (answers + failures > 1) return true;
    return status === 'pending' && (answers + failures !== 1 || waits !== (failures === 1));
  });
  expect(wrong).toEqual([]);
  expect(rows).toHaveLength(asking.size);
}

/** What was noted for the shop's address it has heard, and nothing is missing between two things of a ticket. */
async function expectTold({ world, services }: Scene): Promise<void> {
  const left = () =>
    world.database.admin`select from deliveries where webhook_id is not null and state <> 'delivered'`;
  await expect.poll(async () => (await left()).count, { timeout: REST_MS }).toBe(0);
  const noted = await world.database.admin<{ id: string; ticketId: number; sequence: number }[]>`
    select 'msg_' || id as id, ticket_id::int as "ticketId", (payload::json #>> '{data,sequence}')::int as sequence
    from deliveries where webhook_id is not null order by place`;
  const heard = new Set(services.asked('n8n').map(({ headers }) => headers['webhook-id']));
  expect(noted.filter(({ id }) => !heard.has(id))).toEqual([]);
  const told = Map.groupBy(noted, ({ ticketId }) => ticketId);
  for (const ofTicket of told.values())
    expect(ofTicket.map(({ sequence }) => sequence)).toEqual(ofTicket.map((_, index) => index + 1));
}

async function expectLedgers(scene: Scene): Promise<void> {
  await nextWorker(scene);
  await nextApi(scene);
  await nextDesk(scene);
  expect(await quiesce(scene.world, () => [scene.desk], REST_MS)).toEqual([]);
  expect(await compareLedgers(scene.world, scene.desks, scene.said)).toEqual({
    lost: [],
    doubled: [],
    disordered: [],
    regressed: [],
    behind: [],
    diverged: [],
    leaked: [],
    miscounted: [],
  });
  await expectAnswered(scene);
  await expectTold(scene);
  await expectSorted(scene);
  await expectTried(scene);
  await expectPaid(scene);
  await expectRuled(scene);
  await expectDue(scene);
  await expectGiven(scene);
  await expectMailed(scene);
  await expectLetGo(scene);
  await expectErased(scene);
  await expectExported(scene);
}

/** Kills one program at some of its steps; every step matters equally, so each commit draws others. */
const DRAWN = sampleOf(Object.entries(ROUNDS), 1, 'programs that are killed', ([who]) => who).map(
  ([who, { steps, round }]) =>
    [who, { steps: sampleOf(steps, STEPS_DRAWN, `steps at which ${who} is killed`), round }] as const,
);

describe.each(DRAWN)('%s, killed', (who, { steps }) => {
  it.each(steps)('at %s', (name) => started.get(who)?.rounds.get(name), TEST_MS);
  it('has lost and doubled nothing', () => started.get(who)?.atTheEnd, TEST_MS);
});

interface Started {
  scene: Promise<Scene>;
  rounds: Map<Step, Promise<void>>;
  atTheEnd: Promise<void>;
}

const started = new Map<string, Started>();

/** Runs one step after the other; each failure is reported for its own step. */
function start(steps: readonly Step[], round: (scene: Scene, name: Step) => Promise<void>): Started {
  const scene = openScene();
  let last: Promise<unknown> = scene;
  const after = (work: (scene: Scene) => Promise<void>) => {
    const done = last.then(async () => work(await scene));
    last = done.catch(() => {});
    return done;
  };
  return {
    scene,
    rounds: new Map(steps.map((name) => [name, after((opened) => round(opened, name))])),
    atTheEnd: after(expectLedgers),
  };
}

beforeAll(() => {
  for (const [who, { steps, round }] of DRAWN) started.set(who, start(steps, round));
});
afterAll(async () => {
  await Promise.all([...started.values()].map(async ({ scene }) => (await scene).close()));
});
