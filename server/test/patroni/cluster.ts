import { existsSync } from 'node:fs';
import { chown, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import postgres from 'postgres';
import { preparePostgres } from '../../src/platform/db/postgres-programs.ts';
import { freePort } from '../../src/platform/free-port.ts';
import { isOpen, startHaproxy } from '../balancer.ts';
import { eventually } from '../eventually.ts';
import type { Network } from '../network.ts';
import { type Account, type Daemon, startDaemon } from './daemon.ts';
import { createNode, type DatabaseNode } from './node.ts';
import { waysByProxies, waysOfMachine } from './ways.ts';

/**
 * Three PostgreSQL that Patroni leads, with etcd, HAProxy and PgBouncer, by the files that operators are given. Machines
 * have an etcd each, which is lost with them; without a network of machines one is enough.
 */
export interface DatabaseCluster {
  nodes: readonly DatabaseNode[];
  /** For our programs: PgBouncer. */
  url: string;
  /** The leader, for its superuser. */
  adminUrl: string;
  leader(): Promise<DatabaseNode>;
  /** The one that has whatever was committed, besides the leader. */
  standby(): Promise<DatabaseNode>;
  /** Resolves with the leader when three nodes are there, and one of the others has whatever was committed. */
  whole(): Promise<DatabaseNode>;
  stop(): Promise<void>;
}

/** As often as tests can wait for it; the default ones are Patroni's own. */
const QUICK = { ttl: 8, loop_wait: 1, retry_timeout: 3 };
const NEEDED = {
  '/usr/bin/etcd': 'etcd-server',
  '/usr/bin/patroni': 'patroni',
  '/usr/sbin/pgbouncer': 'pgbouncer',
  '/usr/lib/postgresql/15/bin/postgres': 'postgresql-15',
};
const NAMES = ['db1', 'db2', 'db3'];
const FIND_MS = 60_000;
const WHOLE_MS = 120_000;
const PASSWORD = 'balcao-test';

const given = (name: string) => readFile(new URL(`../../packaging/${name}`, import.meta.url), 'utf8');

/**
 * @returns when there is a leader: the others join it while it is used
 * @param dir which others may enter
 * @param how.network where each node is a machine; without one all are on this machine, by lines that can be cut
 */
export async function startDatabaseCluster(
  dir: string,
  how: { quick: boolean; network?: Network | null },
): Promise<DatabaseCluster> {
  for (const [program, name] of Object.entries(NEEDED))
    if (!existsSync(program)) throw new Error(`${program} is missing: install the package ${name}.`);
  const { network, quick } = how;
  const { account } = await preparePostgres();
  const host = network?.address ?? '127.0.0.1';
  const etcd = await openEtcd(dir, account, network ?? null);
  const config = (await given('patroni.yml'))
    .replaceAll('10.0.0.', network?.prefix ?? '10.0.0.')
    .replace(/\b(ttl|loop_wait|retry_timeout): \d+/g, (line, name) =>
      quick ? `${name}: ${QUICK[name as keyof typeof QUICK]}` : line,
    )
    // The disks are small, and the log must not fill them by itself.
    .replace(/^( +)max_connections: \d+$/m, '$&\n$1max_wal_size: 128MB');
  const nodes: DatabaseNode[] = [];
  for (const { name, machine, begin } of etcd.members) {
    const ways = machine ? waysOfMachine(machine, etcd.addresses) : await waysByProxies(etcd.addresses);
    nodes.push(await createNode({ dir, name, account, config, ways, beginEtcd: begin }));
  }
  for (const node of nodes) node.start();
  const leading = await startLeaderPort(dir, nodes);
  const pooled = await startPgBouncer(dir, account, { host, leader: leading.port });
  const adminUrl = `postgres://postgres:change-me@127.0.0.1:${leading.port}/balcao`;
  const cluster: DatabaseCluster = {
    nodes,
    url: `postgres://balcao:${PASSWORD}@${host}:${pooled.port}/balcao`,
    adminUrl,
    leader: () => find(nodes, '/primary'),
    standby: () => find(nodes, '/synchronous'),
    async whole() {
      await eventually(() => isWhole(nodes), Boolean, WHOLE_MS).catch((error) => explain(error, nodes));
      return find(nodes, '/primary');
    },
    async stop() {
      await Promise.all(nodes.map((node) => node.stop()));
      await Promise.all([pooled.stop(), leading.stop(), etcd.alone?.stop()]);
    },
  };
  await find(nodes, '/primary').catch((error) => explain(error, nodes));
  await makeDatabase(adminUrl);
  return cluster;
}

/** Where etcd is found, and how it begins on each machine of the database; `alone` runs beside machines that are none. */
async function openEtcd(dir: string, account: Account, network: Network | null) {
  const lines = (await given('etcd.env')).split('\n').filter((line) => /^\w+=/.test(line));
  const env = Object.fromEntries(lines.map((line) => line.split(/=(.*)/).slice(0, 2)));
  const machines = NAMES.map((name) => ({ name, machine: network?.machine(name) ?? null }));
  const places = machines.flatMap(({ name, machine }) =>
    machine ? [{ name, client: `${machine.address}:2379`, peer: `${machine.address}:2380` }] : [],
  );
  if (places.length === 0)
    places.push({
      name: 'db1',
      client: `127.0.0.1:${await freePort()}`,
      peer: `127.0.0.1:${await freePort()}`,
    });
  const start = async ({ name, client, peer }: (typeof places)[number], inside: readonly string[] = []) => {
    const home = await ownFolder(dir, `etcd-${name}`, account);
    const own = {
      ...env,
      ETCD_NAME: name,
      ETCD_DATA_DIR: home,
      ETCD_LISTEN_PEER_URLS: `http://${peer}`,
      ETCD_LISTEN_CLIENT_URLS: `http://${client}`,
      ETCD_INITIAL_ADVERTISE_PEER_URLS: `http://${peer}`,
      ETCD_ADVERTISE_CLIENT_URLS: `http://${client}`,
      ETCD_INITIAL_CLUSTER: places.map((place) => `${place.name}=http://${place.peer}`).join(),
    };
    return () => startDaemon('/usr/bin/etcd', [], account, { env: own, inside });
  };
  const [first] = places as [(typeof places)[number]];
  const [host = '', port = ''] = first.client.split(':');
  const alone = network ? null : (await start(first))();
  if (alone) await open({ host, port: Number(port) }, alone);
  const members = machines.map(async ({ name, machine }, index) => {
    const place = places[index];
    return { name, machine, begin: machine && place ? await start(place, machine.inside) : null };
  });
  return { addresses: places.map(({ client }) => client).join(), members: await Promise.all(members), alone };
}

/** HAProxy, which leads to the leader. */
async function startLeaderPort(dir: string, nodes: readonly DatabaseNode[]) {
  const port = await freePort();
  const config = (await given('haproxy-database.cfg'))
    .replace(/bind .*/, `bind 127.0.0.1:${port}`)
    .replace(/server (db\d) .*/g, (_, name) => {
      const { address } = nodes.find((node) => node.name === name) as DatabaseNode;
      return `server ${name} ${address.host}:${address.postgres} check port ${address.patroni}`;
    });
  return { port, stop: await startHaproxy(dir, 'haproxy-database.cfg', config, port) };
}

async function startPgBouncer(
  dir: string,
  account: Account,
  { host, leader }: { host: string; leader: number },
) {
  const home = await ownFolder(dir, 'pgbouncer', account);
  const port = await freePort();
  const config = (await given('pgbouncer.ini'))
    .replace(/listen_addr = .*/, `listen_addr = ${host}`)
    .replace('port=5000', `port=${leader}`)
    .replace('listen_port = 6432', `listen_port = ${port}`)
    .replace('/etc/pgbouncer', home);
  await writeFile(join(home, 'userlist.txt'), `"balcao" "${PASSWORD}"\n`);
  await writeFile(join(home, 'pgbouncer.ini'), config);
  const daemon = startDaemon('/usr/sbin/pgbouncer', [join(home, 'pgbouncer.ini')], account);
  await open({ host, port }, daemon);
  return { port, stop: daemon.stop };
}

/** As an operator does by hand, once. */
async function makeDatabase(adminUrl: string): Promise<void> {
  const url = new URL(adminUrl);
  url.pathname = '/postgres';
  const make = async () => {
    const admin = postgres(url.href, { max: 1, onnotice: () => {} });
    try {
      await admin.unsafe(`create role balcao login createrole password '${PASSWORD}'`);
      await admin.unsafe('create database balcao owner balcao');
      return true;
    } catch {
      // HAProxy has not asked the leader yet.
      return false;
    } finally {
      await admin.end({ timeout: 1 });
    }
  };
  await eventually(make, Boolean);
}

/** @returns the one whose Patroni says yes to that */
async function find(nodes: readonly DatabaseNode[], path: string): Promise<DatabaseNode> {
  const found = async () => {
    const answers = await Promise.all(nodes.map((node) => node.ask(path)));
    return nodes.find((_, index) => answers[index]?.ok);
  };
  return (await eventually(found, Boolean, FIND_MS)) as DatabaseNode;
}

/** @throws Error with what Patroni says, and what it has logged */
async function explain(error: Error, nodes: readonly DatabaseNode[]): Promise<never> {
  const views = await Promise.all(nodes.map((node) => node.ask('/cluster')));
  const told = nodes.map((node, index) => `${node.name}: ${JSON.stringify(views[index])}\n${node.log()}`);
  throw new Error([error.message, ...told].join('\n'));
}

interface Member {
  name: string;
  role: string;
  state: string;
  lag?: number | 'unknown';
}

async function isWhole(nodes: readonly DatabaseNode[]): Promise<boolean> {
  const views = await Promise.all(nodes.map((node) => node.ask('/cluster')));
  return views.every((view) => {
    const members = (view?.body as { members?: Member[] } | null)?.members ?? [];
    const roles = members.map(({ role }) => role).toSorted();
    return (
      roles.join() === 'leader,replica,sync_standby' &&
      members.every(({ role, state, lag }) => state === 'running' && (role === 'leader' || lag === 0))
    );
  });
}

async function ownFolder(dir: string, name: string, { uid, gid }: Account): Promise<string> {
  const folder = join(dir, name);
  await mkdir(folder, { mode: 0o700 });
  if (uid !== undefined && gid !== undefined) await chown(folder, uid, gid);
  return folder;
}

async function open(at: { host: string; port: number }, daemon: Daemon): Promise<void> {
  await eventually(() => isOpen(at.port, at.host), Boolean).catch((error) => {
    throw new Error(`${error.message}\n${daemon.log()}`);
  });
}
