import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import postgres from 'postgres';
import { migrate } from '../../src/platform/db/migrate.ts';
import { startBalancer } from '../balancer.ts';
import { startBucketServer } from '../bucket/server.ts';
import type { TestDatabase } from '../database.ts';
import { checkOut, earlierCommit } from '../earlier-version.ts';
import { type FaultProxy, startFaultProxy } from '../fault-proxy.ts';
import { type NetworkMachine, openNetwork } from '../network.ts';
import { type DatabaseCluster, startDatabaseCluster } from '../patroni/cluster.ts';
import { balcao, startReplicatingCluster } from '../two-databases.ts';
import type { Chance } from './random.ts';

/** What an installation of many machines has around our programs: a database of three nodes and one beside it, a bucket, a proxy. */
export interface Machines {
  database: TestDatabase;
  /** `db2`, by a line that may be disturbed. */
  beside: { database: TestDatabase; line: FaultProxy };
  /** To the store of files. */
  bucketLine: FaultProxy;
  /** Of our programs. */
  env: Record<string, string>;
  /** Of the operator's commands. */
  operatorEnv: Record<string, string>;
  /** Another machine, where they have a network of their own. */
  machine(name: string): NetworkMachine | undefined;
  /** Where those outside are found by machines. */
  host: string;
  /** Where consoles find the APIs. */
  startFront(apis: readonly string[]): Promise<string>;
  /** The file of this version or of the earlier one, as chance rolls them. */
  roll(file: string, chance: Chance): string;
  /** A node of the database is lost for a while; nothing when not all three are there. @returns what happened */
  lose(chance: Chance): Promise<string>;
  /** Resolves when the database has all its nodes. */
  whole(): Promise<void>;
  stop(): Promise<void>;
}

/** What the operator's commands are given in the other database. */
const RIGHTS = [
  'alter role balcao replication bypassrls',
  'grant set on parameter session_replication_role to balcao',
  'grant pg_create_subscription to balcao',
];
const LOST_MS = [3_000, 20_000] as const;
const LOSSES = ['kill', 'crash', 'freeze', 'cut'] as const;

export async function startMachines(): Promise<Machines> {
  const dir = await mkdtemp(join(tmpdir(), 'balcao-machines-'));
  // Started by root, these programs run as another user, who must reach their folders.
  await chmod(dir, 0o755);
  const network = openNetwork();
  const host = network?.address ?? '127.0.0.1';
  const [cluster, other, bucket, earlier] = await Promise.all([
    startDatabaseCluster(dir, { quick: true, network }),
    startReplicatingCluster(join(dir, 'beside')),
    startBucketServer({ host }),
    checkOutEarlier(join(dir, 'earlier')),
  ]);
  await migrate(cluster.url);
  const admin = postgres(cluster.adminUrl, { max: 4, connect_timeout: 2, onnotice: () => {} });
  // It stays in the first database.
  await admin`insert into companies (name) values ('Operadora')`;
  const db2 = await other.add('db2');
  for (const right of RIGHTS) await db2.admin.unsafe(right);
  const line = await startFaultProxy(db2.url, host);
  const bucketLine = await startFaultProxy(bucket.url, host);
  const DATABASES = `db2=${line.url}`;
  const operatorEnv = { DATABASE_URL: cluster.adminUrl, DATABASES };
  const added = await balcao(['add-database', 'db2'], operatorEnv).ended();
  if (added.code !== 0) throw new Error(added.said);
  const stops: (() => Promise<unknown>)[] = [];
  let losing: Promise<void> | null = null;

  return {
    database: { url: cluster.url, admin, close: () => admin.end({ timeout: 1 }) },
    beside: { database: { ...db2, url: line.url }, line },
    bucketLine,
    env: { ...bucket.env, S3_ENDPOINT: bucketLine.url, TRUST_PROXY: host, DATABASES },
    operatorEnv,
    host,
    machine: (name) => network?.machine(name),
    async startFront(apis) {
      const front = await startBalancer(dir, apis);
      stops.push(front.stop);
      return front.url;
    },
    roll: (file, chance) => (earlier && chance.next() < 0.5 ? earlier.file(file) : file),
    async lose(chance) {
      if (losing) return 'nothing';
      const how = chance.pick(LOSSES);
      const isLeader = chance.next() < 0.7;
      losing = loseNode(cluster, how, isLeader, chance.between(...LOST_MS)).finally(() => {
        losing = null;
      });
      return `${how} ${isLeader ? 'leader' : 'standby'}`;
    },
    async whole() {
      await losing;
      await cluster.whole();
    },
    async stop() {
      for (const stop of stops) await stop();
      await cluster.stop();
      await line.stop();
      await bucketLine.stop();
      await db2.close();
      await other.stop();
      await bucket.stop();
      network?.close();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

async function checkOutEarlier(dir: string) {
  const commit = earlierCommit();
  if (!commit) {
    process.stdout.write('There is no earlier version here: nothing is rolled.\n');
    return null;
  }
  await mkdir(dir, { recursive: true });
  return checkOut(commit, dir);
}

/** Resolves when the node is back, and the others have taken it in. */
async function loseNode(
  cluster: DatabaseCluster,
  how: (typeof LOSSES)[number],
  isLeader: boolean,
  ms: number,
): Promise<void> {
  const node = isLeader ? await cluster.leader() : await cluster.standby();
  await node[how]();
  await sleep(ms);
  if (how === 'kill') node.start();
  if (how === 'freeze') node.thaw();
  if (how === 'cut') node.reconnect();
  await cluster.whole();
}
