import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmod, mkdir, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type EmbeddedDatabase, startEmbeddedPostgres } from '../../src/platform/db/embedded.ts';
import { migrate } from '../../src/platform/db/migrate.ts';
import { eventually } from '../eventually.ts';
import { type FaultProxy, openProxy } from '../fault-proxy.ts';
import { type Console, startConsole } from '../nemesis/console.ts';
import type { Said } from '../nemesis/ledgers.ts';
import { quiesce } from '../nemesis/quiesce.ts';
import { watchTicks } from '../nemesis/ticks.ts';
import { compareLedgers } from '../nemesis/verdict.ts';
import type { PhoneCompany } from '../phone-company.ts';
import type { Running } from '../process.ts';
import { startWorld, type World } from '../world.ts';

/**
 * A separate PostgreSQL, which is killed, frozen and left without space while customers and an agent talk; then the
 * whole server is restarted while they do (fault rows P1 to P3, M2). After each the ledgers of the network, of
 * PostgreSQL and of the console agree.
 */

let dir: string;
let cluster: EmbeddedDatabase;
let disk: SmallDisk;
let admin: postgres.Sql;
let world: World;
let company: PhoneCompany;
let proxy: FaultProxy;
let api: Running;
let worker: Running;
let desk: Console;
const said: Said = { heard: [], written: [] };
const phases: string[] = [];

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'balcao-outage-'));
  // Started by root, PostgreSQL runs as another user, who must reach its folder.
  await chmod(dir, 0o755);
  // Its commits must survive its death.
  cluster = await startEmbeddedPostgres({ dataDir: dir, durable: true, log: () => {} });
  const root = postgres(cluster.url, { max: 1, onnotice: () => {} });
  disk = await smallDisk(join(dir, 'small'), root);
  await root.unsafe(`create database balcao ${disk.clause}`);
  await root.end();
  const url = new URL(cluster.url);
  url.pathname = '/balcao';
  await migrate(url.href);
  admin = postgres(url.href, { max: 2, onnotice: () => {} });
  const close = () => admin.end({ timeout: 1 });
  world = await startWorld({ database: { url: url.href, admin, close }, faults: true });
  await watchTicks(admin);
  company = await world.addCompany({ customers: 3, agents: 1 });
  proxy = await openProxy();
  api = world.startApi({ proxy });
  worker = world.startWorker();
  await Promise.all([api.ready, worker.ready]);
  await company.link();
  const [agent] = company.agents;
  if (!agent) throw new Error('nobody works there');
  desk = startConsole(world, agent, proxy.url);
  desk.hear((message) => void phases.push((message as { phase?: string }).phase ?? ''));
  await talk('antes');
  await expectLedgers();
});
afterAll(async () => {
  await world?.stop();
  await proxy?.stop();
  await cluster?.stop();
  disk?.remove();
  await rm(dir, { recursive: true, force: true });
});

async function hear(number: string, text: string): Promise<void> {
  said.heard.push({ number, text });
  await world.sandbox.commands.send({ kind: 'text', from: number, to: company.phone, text });
}

/** Each customer writes, and is answered where the conversation is on the agent's screen. */
async function talk(round: string): Promise<void> {
  for (const number of company.customers) await hear(number, `${round} pergunta ${number}`);
  for (const number of company.customers) {
    const text = `${round} resposta ${number}`;
    if (await desk.write({ number, text })) said.written.push({ number, text, user: desk.user.id });
  }
}

/** Our own connections may have died with the others. */
const recovered = () =>
  eventually(
    () => admin`select 1`.catch(() => []),
    (rows) => rows.length === 1,
  );

/** It takes a moment to notice that one of its processes died, in which it answers. */
const recoveredWithout = (pid: number) =>
  eventually(
    () => admin`select from pg_stat_activity where pid = ${pid}`.then(({ count }) => count).catch(() => -1),
    (count) => count === 0,
  );

async function expectLedgers(): Promise<void> {
  await recovered();
  expect(await quiesce(world, () => [desk], 45_000)).toEqual([]);
  expect(await compareLedgers(world, [desk], said)).toEqual({
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

const backends = async () =>
  (
    await admin<{ pid: number }[]>`select pid from pg_stat_activity where application_name like 'balcao%'`
  ).map(({ pid }) => pid);

it('P1: sessions are ended, and PostgreSQL dies and recovers, in the middle of everything', async () => {
  for (const round of [1, 2, 3]) {
    const talking = talk(`encerra ${round}`);
    await admin`select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'balcao%'`;
    await talking;
  }
  for (const round of [1, 2]) {
    const talking = talk(`morre ${round}`);
    // Sessions that were ended a moment ago are opened again by the next question.
    const [victim = 0] = await eventually(backends, (pids) => pids.length > 0);
    // A killed backend takes all others along: an immediate stop, and recovery from the log.
    process.kill(victim, 'SIGKILL');
    await talking;
    await recoveredWithout(victim);
  }
  expect(said.written.length).toBeGreaterThan(12);
  await expectLedgers();
});

it('P2: PostgreSQL stands still for a while: nobody loses a line, nothing is lost', async () => {
  const drops = async () => (await admin`select from connection_events where kind = 'dropped'`).count;
  await expectLedgers();
  const before = await drops();
  phases.length = 0;
  const [note] = await admin`select pg_read_file('postmaster.pid') as text`;
  const postmaster = Number(String(note?.text).split('\n')[0]);
  process.kill(postmaster, 'SIGSTOP');
  const all = [postmaster, ...(await admin`select pid from pg_stat_activity`).map(({ pid }) => Number(pid))];
  for (const pid of all) process.kill(pid, 'SIGSTOP');
  const talking = talk('parado');
  // Half of the time after which a session's lease would be free.
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  for (const pid of all) process.kill(pid, 'SIGCONT');
  await talking;
  await expectLedgers();
  expect(await drops()).toBe(before);
  expect(phases.filter((phase) => phase !== '' && phase !== 'live')).toEqual([]);
});

it('P3: without space writes are refused and wait, reads go on, and space is all it needs', async () => {
  const [ticket] = await admin<{ id: number }[]>`select id::int from tickets where status = 'open'`;
  const http = (method: string, path: string, body?: object, token?: string) =>
    fetch(new URL(path, proxy.url), {
      method,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
  // Another user signs in: a second sign-in would end the console's session.
  const { email, password } = company.admin;
  const session = await http('POST', '/auth/login', { email, password });
  const { token } = (await session.json()) as { token: string };

  await disk.fill();
  const long = () => randomBytes(4_000).toString('hex');
  const write = (id: string, body: string) => http('POST', `/messages/${ticket?.id}`, { id, body }, token);
  let [id, body] = [uuidv7(), long()];
  let refused = await write(id, body);
  // The last pages may still hold a few.
  while (refused.status < 300) {
    [id, body] = [uuidv7(), long()];
    refused = await write(id, body);
  }
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1']);
  expect((await http('GET', '/tickets', undefined, token)).status).toBe(200);
  expect((await http('GET', `/messages/${ticket?.id}`, undefined, token)).status).toBe(200);
  expect((await http('GET', '/health/live')).status).toBe(200);

  const [customer = ''] = company.customers;
  for (let n = 0; desk.status.queued === 0 || n < 5; n += 1) {
    await hear(customer, `${n}, disco cheio? ${long()}`);
    const text = `${n}, espere ${long()}`;
    expect(await desk.write({ number: customer, text })).toBe(customer);
    said.written.push({ number: customer, text, user: desk.user.id });
  }
  expect(desk.status.phase).toBe('live');
  await disk.free();
  expect(
    (
      await eventually(
        () => write(id, body),
        ({ status }) => status !== 503,
      )
    ).status,
  ).toBe(202);
  await expectLedgers();
  expect([api.alive, worker.alive]).toEqual([true, true]);
});

it('M2: the server is restarted in order, worker and all, while people talk', {
  timeout: 120_000,
}, async () => {
  await Promise.all([api.kill(), worker.kill()]);
  await admin`update processes set expires_at = '-infinity'`;
  await admin`update connections set status = 'OPENING'`;
  // Runs as in an installation, with the times of production.
  const server = world.startApi({ proxy, env: { BALCAO_ROLE: 'all' } });
  await server.ready;
  const connection = async () => (await admin`select status, reason from connections`)[0];
  await eventually(connection, (row) => row?.status === 'connected', 20_000);
  const talking = talk('reinício');
  const at = performance.now();
  await server.stop();
  expect(performance.now() - at).toBeLessThan(10_000);
  expect(await server.ended).toBe(0);
  await talking;
  expect(await connection()).toEqual({ status: 'DISCONNECTED', reason: 'server_stopped' });
  api = world.startApi({ proxy });
  worker = world.startWorker();
  await expectLedgers();
});

interface SmallDisk {
  /** The part of `create database`. */
  clause: string;
  fill(): Promise<void>;
  free(): Promise<void>;
  remove(): void;
}

/**
 * A disk that can be filled: a small tmpfs for the database's files. Where mounts are not allowed, PostgreSQL says the
 * same of each write (SQLSTATE 53100).
 */
async function smallDisk(path: string, root: postgres.Sql): Promise<SmallDisk> {
  await mkdir(path);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=48m,mode=0777', 'tmpfs', path], {
      stdio: 'ignore',
    });
  } catch {
    return refusingDatabase();
  }
  // PostgreSQL requires its own folder.
  const space = join(path, 'space');
  const [owner] = await root`select (pg_stat_file('.')).* , pg_read_file('postmaster.pid') as note`;
  const pid = String(owner?.note).split('\n')[0];
  await mkdir(space);
  execFileSync('chown', ['--reference', `/proc/${pid}/environ`, space]);
  await root.unsafe(`create tablespace small location '${space}'`);
  const ballast = join(path, 'ballast');
  return {
    clause: 'tablespace small',
    async fill() {
      const file = await open(ballast, 'w');
      // Down to the last page: what is left is too little for any table to grow.
      for (const size of [1024 * 1024, 4096]) {
        const chunk = Buffer.alloc(size);
        while ((await file.write(chunk).catch(() => ({ bytesWritten: 0 }))).bytesWritten === size);
      }
      await file.close();
    },
    free: () => rm(ballast),
    remove: () => void execFileSync('umount', ['--lazy', path]),
  };
}

function refusingDatabase(): SmallDisk {
  const onAll = async (statement: (table: string) => string) => {
    const tables = await admin<{ name: string }[]>`
      select table_name as name from information_schema.columns
      where table_schema = 'public' and column_name = 'company_id'`;
    for (const { name } of tables) await admin.unsafe(statement(name));
  };
  return {
    clause: '',
    async fill() {
      await admin.unsafe(`create or replace function disk_full() returns trigger language plpgsql as
        $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$`);
      await onAll(
        (table) => `create trigger disk_full before insert or update on ${table}
        for each row execute function disk_full()`,
      );
    },
    free: () => onAll((table) => `drop trigger disk_full on ${table}`),
    remove() {},
  };
}
