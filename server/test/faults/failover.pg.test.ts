import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openFile } from '../../../desktop/src/core/store/files.ts';
import { openPool } from '../../src/platform/db/client.ts';
import { isUnavailable } from '../../src/platform/db/errors.ts';
import { migrate } from '../../src/platform/db/migrate.ts';
import type { TestDatabase } from '../database.ts';
import { eventually } from '../eventually.ts';
import { type Console, consoleDir, startConsole } from '../nemesis/console.ts';
import { accountDir, type Said } from '../nemesis/ledgers.ts';
import { quiesce } from '../nemesis/quiesce.ts';
import { watchTicks } from '../nemesis/ticks.ts';
import { compareLedgers } from '../nemesis/verdict.ts';
import { type Network, openNetwork } from '../network.ts';
import { type DatabaseCluster, startDatabaseCluster } from '../patroni/cluster.ts';
import type { DatabaseNode } from '../patroni/node.ts';
import type { PhoneCompany } from '../phone-company.ts';
import type { Running } from '../process.ts';
import { DEEP, sampleOf } from '../sample.ts';
import { startWorld, type World } from '../world.ts';

/**
 * Our programs on a database that Patroni leads, behind PgBouncer and HAProxy, all by the files that operators are given.
 * While customers and an agent talk, a node is lost in every way (fault rows L20 to L26). A deep run has Patroni's
 * own times and nodes that are machines of a network, and does each four times; else one is drawn, with shorter times and
 * lines between programs of this machine.
 */

interface Loss {
  row: string;
  what: string;
  lose(node: DatabaseNode): unknown;
  /** What comes back afterwards, when everything is at work. */
  mend(lost: DatabaseNode): unknown;
  /** Not the leader, but the one whose word each commit waits for. */
  isStandby?: true;
}

const LOSSES: Loss[] = [
  {
    row: 'L20',
    what: 'the machine of the leader dies',
    lose: (node) => node.kill(),
    mend: (node) => node.start(),
  },
  { row: 'L21', what: 'PostgreSQL of the leader dies', lose: (node) => node.crash(), mend() {} },
  { row: 'L22', what: 'the leader stands still', lose: (node) => node.freeze(), mend: (node) => node.thaw() },
  { row: 'L23', what: 'the leader is cut off', lose: (node) => node.cut(), mend: (node) => node.reconnect() },
  { row: 'L24', what: 'the disk of the leader is full', lose: fillDisk, mend: freeDisk },
  {
    row: 'L25',
    what: 'the standby stands still',
    lose: (node) => node.freeze(),
    mend: (node) => node.thaw(),
    isStandby: true,
  },
];
const CALM = ['live', 'backingOff', 'connecting', 'catchingUp'];
const TIMES = 4;
const BACK_MS = 120_000;
const PAUSE_MS = 300;
/** Characters of each log that are shown when a round fails. */
const MAX_LOG = 40_000;

let dir: string;
let network: Network | null = null;
let cluster: DatabaseCluster;
let admin: postgres.Sql;
let world: World;
let company: PhoneCompany;
let programs: Running[];
let desk: Console;
const said: Said = { heard: [], written: [] };
const phases = new Set<string>();

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'balcao-failover-'));
  // Started by root, these programs run as another user, who must reach their folders.
  await chmod(dir, 0o755);
  network = DEEP ? openNetwork() : null;
  world = await startWorld({ database: startDatabase(), faults: true });
  await watchTicks(admin);
  company = await world.addCompany({ customers: 3, agents: 1 });
  const api = world.startApi();
  programs = [api, world.startWorker()];
  const { url } = await api.ready;
  await Promise.all(programs.map(({ ready }) => ready));
  await company.link();
  desk = startConsole(world, company.agents[0]!, url);
  await talk('antes');
  await expectLedgers();
  desk.hear((message) => void phases.add((message as { phase?: string }).phase ?? 'live'));
});
afterAll(async () => {
  await world?.stop();
  await cluster?.stop();
  network?.close();
  await rm(dir, { recursive: true, force: true });
});

async function startDatabase(): Promise<TestDatabase> {
  cluster = await startDatabaseCluster(dir, { quick: !DEEP, network });
  await migrate(cluster.url);
  admin = postgres(cluster.adminUrl, { max: 1, connect_timeout: 2, onnotice: () => {} });
  return { url: cluster.url, admin, close: () => admin.end({ timeout: 1 }) };
}

/**
 * The next piece of the log has no room either: until then PostgreSQL would refuse writes, and lead. Where no small disk
 * can be mounted it ends by itself, as it does then.
 */
async function fillDisk(leader: DatabaseNode): Promise<void> {
  // Without room nobody is let in.
  await admin`select 1`;
  if (!(await leader.fill())) return leader.crash();
  for (let piece = 0; piece < 3; piece += 1) await admin`select pg_switch_wal()`.catch(() => []);
}

/** Patroni has written its files without room meanwhile: what they should say it only writes when it begins. */
async function freeDisk(lost: DatabaseNode): Promise<void> {
  await lost.free();
  await lost.kill();
  lost.start();
}

async function ask(number: string, text: string): Promise<void> {
  said.heard.push({ number, text });
  await world.sandbox.commands.send({ kind: 'text', from: number, to: company.phone, text });
}

/** @returns false when the conversation is not on the agent's screen */
async function answer(number: string, text: string): Promise<boolean> {
  const isWritten = (await desk.write({ number, text })) !== null;
  if (isWritten) said.written.push({ number, text, user: desk.user.id });
  return isWritten;
}

/** Each customer writes, and is answered where the conversation is on the agent's screen. */
async function talk(round: string): Promise<void> {
  for (const number of company.customers) await ask(number, `${round} pergunta ${number}`);
  for (const number of company.customers) await answer(number, `${round} resposta ${number}`);
}

async function expectLedgers(): Promise<void> {
  expect(await undisturbed(() => quiesce(world, () => [desk], 45_000))).toEqual([]);
  expect(await undisturbed(() => compareLedgers(world, [desk], said))).toEqual({
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

/** Whoever leads to the database may still end a connection of ours, when a node comes back. */
const undisturbed = <T>(look: () => Promise<T>): Promise<T> =>
  look().catch((error: unknown) => {
    if (!isUnavailable(error)) throw error;
    return look();
  });

/** Resolves when what is written now, by a customer and by the agent, is stored and sent. */
async function atWork(round: string): Promise<void> {
  const [number = ''] = company.customers;
  const words = [`${round} alguém?`, `${round} aqui!`] as const;
  await ask(number, words[0]);
  await eventually(() => answer(number, words[1]), Boolean, BACK_MS);
  const done = async () =>
    (await admin`select from messages where body in ${admin(words)} and (not from_me or state = 'sent')`)
      .length;
  await eventually(
    () => done().catch(() => 0),
    (count) => count === words.length,
    BACK_MS,
  );
}

const countForks = async () => (await admin`select from sync_forks`).length;

/** The epoch in which the console's cache began. */
function cachedEpoch(): string {
  const db = openFile(join(accountDir(consoleDir(world, desk.user)) ?? '', 'cache.db'));
  try {
    return db.prepare<[], string>('select epoch from sync_state').pluck().get() ?? '';
  } finally {
    db.close();
  }
}

/** Tells how long it took until everything was at work again. */
async function lose({ row, what, lose, mend, isStandby }: Loss, round: string): Promise<void> {
  const leader = await cluster.whole();
  const node = isStandby ? await cluster.standby() : leader;
  const [epoch, forks] = [cachedEpoch(), await countForks()];
  let isTalking = true;
  const talking = (async () => {
    for (let n = 1; isTalking; n += 1) {
      await talk(`${round} ${n}`);
      await sleep(PAUSE_MS);
    }
  })();
  try {
    await sleep(PAUSE_MS);
    const at = performance.now();
    await lose(node);
    await atWork(round);
    const seconds = ((performance.now() - at) / 1_000).toFixed(1);
    process.stdout.write(`${row}: ${what}: at work again after ${seconds} s\n`);
  } finally {
    await mend(node);
    isTalking = false;
    await talking;
  }
  await expectLedgers();
  // Another copy of the database is written to since; a console whose cache is older goes on by itself.
  if (!isStandby) expect(await countForks()).toBeGreaterThan(forks);
  expect([cachedEpoch(), programs.map(({ alive }) => alive)]).toEqual([epoch, [true, true]]);
  // A line that says so, and nothing that an agent has to do.
  expect(CALM).toEqual(expect.arrayContaining([...phases]));
}

/** Nobody can ask them afterwards. */
async function tellAll(error: unknown): Promise<never> {
  const logs = [...programs, desk, ...cluster.nodes].map(({ log }) => log().slice(-MAX_LOG));
  const busy = await admin`
    select pid, application_name, state, wait_event, now() - state_change as since, pg_blocking_pids(pid) as held_by,
      left(query, 100) as query
    from pg_stat_activity where backend_type = 'client backend' order by state_change`.catch(() => []);
  process.stderr.write(`${[...logs, JSON.stringify([desk.status, ...busy], null, 1)].join('\n\n')}\n`);
  throw error;
}

it('L26: who comes to a standby is refused, and told that the database is away', async () => {
  const url = new URL(cluster.url);
  const { address } = await cluster.standby();
  url.host = `${address.host}:${address.postgres}`;
  const sql = openPool(url.href, { max: 1, name: 'late', role: 'balcao_app' });
  const refusal = await sql`select 1`.catch((error: unknown) => error);
  expect(refusal).toMatchObject({ code: '55000' });
  expect(isUnavailable(refusal)).toBe(true);
  await sql.end();
});

const drawn = sampleOf(LOSSES, 1, 'losses of a database', ({ row, what }) => `${row} ${what}`);
const rounds = DEEP ? Array.from({ length: TIMES }, () => drawn).flat() : drawn;

it.each(rounds.map((loss, round) => ({ ...loss, round })))(
  '$row: while people talk $what ($round)',
  (loss) => lose(loss, `${loss.row} ${loss.round}`).catch(tellAll),
  300_000,
);
