import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { migrate } from '../../src/platform/db/migrate.ts';
import { type Balancer, startBalancer } from '../balancer.ts';
import { type BucketServer, startBucketServer } from '../bucket/server.ts';
import { eventually } from '../eventually.ts';
import { startConsole } from '../nemesis/console.ts';
import { createTalk } from '../nemesis/talk.ts';
import { watchTicks } from '../nemesis/ticks.ts';
import { offerTls } from '../offer-tls.ts';
import { PICTURE } from '../picture.ts';
import type { Running } from '../process.ts';
import { startReplicatingCluster } from '../two-databases.ts';
import { startWorld, type World } from '../world.ts';

/** Two machines, each with all of ours, before a provider's database and a bucket, as OPERATING.md describes it (fault row L37). */

let dir: string;
let cluster: Awaited<ReturnType<typeof startReplicatingCluster>>;
let bucket: BucketServer;
let balancer: Balancer;
let world: World;
let databaseUrl: string;
const machines = new Map<string, Running<{ url: string }>>();

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'balcao-managed-'));
  await chmod(dir, 0o755);
  cluster = await startReplicatingCluster(join(dir, 'cluster'));
  const database = await cluster.add('balcao');
  await migrate(database.url);
  const authority = join(dir, 'provider.pem');
  await writeFile(authority, await offerTls(database.admin));
  await database.admin`select pg_reload_conf()`;
  databaseUrl = `${database.url}?sslmode=verify-full`;
  bucket = await startBucketServer();
  world = await startWorld({ database, faults: true, env: { NODE_EXTRA_CA_CERTS: authority } });
  await watchTicks(database.admin);
  balancer = await startBalancer(dir, await Promise.all(['one', 'two'].map(startMachine)));
}, 60_000);
afterAll(async () => {
  await world?.stop();
  await balancer?.stop();
  await bucket?.stop();
  await cluster?.stop();
  await rm(dir, { recursive: true, force: true });
});

/** What operators are told to write into the file of each machine, with the places of this test. */
async function envOf(name: string): Promise<Record<string, string>> {
  const manual = await readFile(new URL('../../OPERATING.md', import.meta.url), 'utf8');
  const [, block = ''] = /^Each of two machines[^`]*`[^`]*`[^`]*```\n([^`]*)```/m.exec(manual) ?? [];
  const given = block.split('\n').flatMap((line) => (line ? [line.split(/=(.*)/s)] : []));
  const places: Record<string, string> = {
    ...bucket.env,
    HOST: '127.0.0.1',
    DATABASE_URL: databaseUrl,
    SECRET_KEY_FILE: join(dir, 'secret.key'),
    PUBLIC_URL: 'https://desk.example',
    TRUST_PROXY: '127.0.0.1',
    MACHINE_NAME: name,
  };
  return Object.fromEntries(
    given.map(([variable = '', value = '']) => [variable, places[variable] ?? value]),
  );
}

/** @returns where its API is */
async function startMachine(name: string): Promise<string> {
  const env = await envOf(name);
  expect(Object.keys(env)).toEqual(
    expect.arrayContaining(['HOST', 'DATABASE_URL', 'S3_ENDPOINT', 'S3_SECRET_ACCESS_KEY']),
  );
  // Both of the package's services, in one program.
  const machine = world.startApi({ env: { ...env, BALCAO_ROLE: 'all', DATA_DIR: join(dir, name) } });
  machines.set(name, machine);
  return (await machine.ready).url;
}

/** The machine that holds the only number. */
async function holder(): Promise<string> {
  const rows = () => world.database.admin<{ machine: string }[]>`
    select p.machine from held_connections h join processes p on p.id = h.owner where p.expires_at > now()`;
  const [row] = await eventually(rows, ({ length }) => length === 1, 30_000);
  return String(row?.machine);
}

it('L37: of two machines the one that holds the number dies, and the other one goes on', async () => {
  const shop = await world.addCompany({ customers: 2, agents: 2 });
  await shop.link();
  const desks = shop.agents.map((agent) => startConsole(world, agent, balancer.url));
  const talk = createTalk(world, shop, desks);
  await eventually(
    async () => desks.map(({ status }) => status.phase),
    (phases) => phases.every((phase) => phase === 'live'),
    30_000,
  );
  await talk.round('antes');
  const [customer = ''] = shop.customers;
  const picture = {
    kind: 'image',
    from: customer,
    to: shop.phone,
    fileBase64: PICTURE.toString('base64'),
  } as const;
  await world.sandbox.commands.send({ ...picture, text: 'A foto' });
  await eventually(
    async () => bucket.objects.size,
    (files) => files > 0,
    20_000,
  );
  expect(await talk.problems()).toEqual({});

  const [lines] = await world.database.admin<{ open: number }[]>`
    select count(*)::int as open from pg_stat_ssl s join pg_stat_activity a using (pid)
    where a.application_name like 'balcao%' and not s.ssl
      -- The line by which this computer's PostgreSQL is held.
      and a.application_name <> 'balcao-owner'`;
  expect(lines?.open).toBe(0);

  const lost = await holder();
  await machines.get(lost)?.kill();
  await talk.round('depois');
  expect(await talk.problems()).toEqual({});
  expect(await holder()).not.toBe(lost);
}, 120_000);
