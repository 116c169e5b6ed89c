import { spawn } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import postgres from 'postgres';
import { startEmbeddedPostgres } from '../src/platform/db/embedded.ts';
import { migrate } from '../src/platform/db/migrate.ts';
import type { TestDatabase } from './database.ts';

/** A role with the rights that operators are told to give it, and no more. */
const ROLE = 'balcao';

/** A cluster of its own that replicates, with two databases: the first is migrated, the other one empty. */
export interface TwoDatabases {
  db1: TestDatabase;
  db2: TestDatabase;
  /** What our programs are told of them. */
  env: { DATABASE_URL: string; DATABASES: string };
  stop(): Promise<void>;
}

const SETTINGS = {
  wal_level: 'logical',
  max_logical_replication_workers: 8,
  max_sync_workers_per_subscription: 4,
  fsync: 'off',
  synchronous_commit: 'off',
  autovacuum: 'off',
};

/** @param dir a folder that everybody may enter */
export async function startTwoDatabases(dir: string): Promise<TwoDatabases> {
  const cluster = await startReplicatingCluster(dir);
  const [db1, db2] = [await cluster.add('db1'), await cluster.add('db2')];
  await migrate(db1.url);
  return {
    db1,
    db2,
    env: { DATABASE_URL: db1.url, DATABASES: `db2=${db2.url}` },
    async stop() {
      await Promise.all([db1.close(), db2.close()]);
      await cluster.stop();
    },
  };
}

interface ReplicatingCluster {
  /** Another database, which is empty. */
  add(name: string): Promise<TestDatabase>;
  stop(): Promise<void>;
}

/** @param dir a folder that everybody may enter */
export async function startReplicatingCluster(dir: string): Promise<ReplicatingCluster> {
  await mkdir(dir, { recursive: true });
  const embedded = () => startEmbeddedPostgres({ dataDir: dir, durable: true, log: () => {} });
  const unset = await embedded();
  const root = postgres(unset.url, { max: 1, onnotice: () => {} });
  for (const [name, value] of Object.entries(SETTINGS))
    await root.unsafe(`alter system set ${name} = ${value}`);
  await root.end();
  await unset.stop();
  const cluster = await embedded();
  return {
    async add(name) {
      const admin = postgres(cluster.url, { max: 1, onnotice: () => {} });
      await admin.unsafe(`do $$ begin
        if not exists (select from pg_roles where rolname = '${ROLE}') then
          create role ${ROLE} login createrole password '${ROLE}';
        end if;
      end $$`);
      await admin.unsafe(`create database ${name} owner ${ROLE}`);
      await admin.end();
      return open(cluster.url, name);
    },
    stop: cluster.stop,
  };
}

function open(cluster: string, name: string): TestDatabase {
  const url = new URL(cluster);
  url.pathname = `/${name}`;
  const admin = postgres(url.href, { max: 4, onnotice: () => {} });
  url.username = ROLE;
  url.password = ROLE;
  return { url: url.href, admin, close: () => admin.end({ timeout: 1 }) };
}

/** An operator's command, as they type it. */
export function balcao(args: string[], env: Record<string, string>) {
  const program = join(import.meta.dirname, '../src/balcao.ts');
  const child = spawn(process.execPath, [program, ...args], { env: { ...process.env, ...env } });
  const failed = text(child.stderr);
  const lines: string[] = [];
  const listeners: ((line: string) => void)[] = [];
  const heard = createInterface({ input: child.stdout }).on('line', (line) => {
    lines.push(line);
    for (const listener of listeners) listener(line);
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  return {
    /** Ends it without warning. */
    kill: () => void child.kill('SIGKILL'),
    /** The same as soon as it says that. */
    killAt: (part: string) =>
      void listeners.push((line) => {
        if (line.includes(part)) child.kill('SIGKILL');
      }),
    async ended() {
      const code = await ended;
      heard.close();
      return { code, said: [...lines, await failed].join('\n') };
    },
  };
}
