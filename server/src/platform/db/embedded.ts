import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chown, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../free-port.ts';
import { pathExists } from '../path-exists.ts';
import { openPool } from './client.ts';
import { clusterHome, type PostgresPrograms, preparePostgres } from './postgres-programs.ts';

export interface EmbeddedDatabase {
  url: string;
  stop(): Promise<void>;
}

interface Options {
  dataDir: string;
  /** False only for tests, which may lose everything: nothing is written for a crash to find. */
  durable: boolean;
  /** Whether it copies its log, piece by piece, into `backup/wal` beside it. */
  archive?: boolean;
  log(line: string): void;
}

/** How long a dead owner's lock may linger. */
const CLAIM_MS = 2_000;
const NOT_DURABLE = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'wal_level=minimal',
  'max_wal_senders=0',
  'shared_buffers=256MB',
].flatMap((setting) => ['-c', setting]);

/**
 * A real PostgreSQL of our own under `dataDir`, for installations without one. Listens on loopback only; its password
 * is made on the first start and kept beside the data, readable by the owner alone. One that outlived a killed server
 * is taken over.
 */
export async function startEmbeddedPostgres(options: Options): Promise<EmbeddedDatabase> {
  const home = await clusterHome(options.dataDir);
  const password = await ownPassword(join(home, 'postgres.password'));
  const databaseDir = join(home, 'postgres');
  const address = (port: number) => addressAt(port, password);
  if (await pathExists(unfinishedRestore(home)))
    throw new Error('A restore was interrupted while files took their places: run "balcao restore" again.');

  const survivor = await findSurvivor(databaseDir);
  if (survivor) {
    const release = await claim(address(survivor.port), options.dataDir);
    options.log(`taking over the running PostgreSQL ${survivor.pid}`);
    return {
      url: address(survivor.port),
      async stop() {
        await release();
        await end(survivor.pid);
      },
    };
  }

  const programs = await preparePostgres();
  if (!(await pathExists(join(databaseDir, 'PG_VERSION'))))
    await initialise(programs, databaseDir, password, options.log);
  const port = await freePort();
  const archive = options.archive ? await prepareArchive(programs, home) : [];
  // What is written now is in no log: nothing leads on from a copy that was made before.
  if (!options.archive) await rm(join(home, 'backup'), { recursive: true, force: true });
  const child = await start(programs, databaseDir, port, archive, options);
  // A program that leaves by `process.exit` without stopping takes PostgreSQL along.
  const lastResort = () => child.kill('SIGINT');
  process.once('exit', lastResort);
  const release = await claim(address(port), options.dataDir);
  return {
    url: address(port),
    async stop() {
      process.off('exit', lastResort);
      await release();
      if (child.pid) await end(child.pid);
    },
  };
}

const addressAt = (port: number, password: string) =>
  `postgres://postgres:${password}@127.0.0.1:${port}/postgres`;

/** Is there while what was restored takes its place in this home. */
export const unfinishedRestore = (home: string): string => join(home, 'restored', 'complete');

/** Where the PostgreSQL of `dataDir` answers, whoever has started it; null: it does not run. */
export async function findEmbeddedPostgres(dataDir: string): Promise<string | null> {
  const home = await clusterHome(dataDir);
  const running = await findSurvivor(join(home, 'postgres'));
  return running && addressAt(running.port, await ownPassword(join(home, 'postgres.password')));
}

/** Whole files by their names, also after a crash: PostgreSQL's own module. */
async function prepareArchive(programs: PostgresPrograms, home: string): Promise<string[]> {
  const folder = join(home, 'backup', 'wal');
  const { uid, gid } = programs.account;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if (uid !== undefined && gid !== undefined)
    for (const path of [join(home, 'backup'), folder]) await chown(path, uid, gid);
  return [
    'archive_mode=on',
    'archive_library=basic_archive',
    `basic_archive.archive_directory=${folder}`,
  ].flatMap((setting) => ['-c', setting]);
}

/**
 * One owner for each cluster: a lock that PostgreSQL itself frees when its owner dies, however it dies.
 *
 * @returns the function that gives it up
 */
async function claim(url: string, dataDir: string): Promise<() => Promise<void>> {
  const sql = openPool(url, { max: 1, name: 'balcao-owner' });
  const giveUpAt = performance.now() + CLAIM_MS;
  for (;;) {
    const [lock] = await sql<{ mine: boolean }[]>`select pg_try_advisory_lock(4215, 0) as mine`;
    if (lock?.mine) return () => sql.end({ timeout: 1 });
    if (performance.now() > giveUpAt) break;
    // The connection of an owner that was killed takes a moment to go.
    await sleep(100);
  }
  await sql.end({ timeout: 1 });
  throw new Error(
    `Another server is running on ${dataDir}. Stop it first, or give this one a DATA_DIR of its own.`,
  );
}

async function initialise(
  programs: PostgresPrograms,
  databaseDir: string,
  password: string,
  log: (line: string) => void,
): Promise<void> {
  const passwordFile = join(tmpdir(), `balcao-${randomBytes(12).toString('hex')}`);
  const { uid, gid } = programs.account;
  await mkdir(databaseDir, { recursive: true, mode: 0o700 });
  await writeFile(passwordFile, password, { mode: 0o600 });
  if (uid !== undefined && gid !== undefined) {
    await chown(databaseDir, uid, gid);
    await chown(passwordFile, uid, gid);
  }
  const said: string[] = [];
  try {
    const child = run(programs, programs.initdb, [
      `--pgdata=${databaseDir}`,
      '--username=postgres',
      `--pwfile=${passwordFile}`,
      '--encoding=UTF8',
      '--locale=C',
      '--auth=scram-sha-256',
    ]);
    follow(child, (line) => {
      said.push(line);
      log(line);
    });
    if ((await exitOf(child)) !== 0) throw new Error(`The database could not be made:\n${said.join('\n')}`);
  } catch (error) {
    // Half a cluster would be taken for a whole one the next time.
    await rm(databaseDir, { recursive: true, force: true });
    throw error;
  } finally {
    await rm(passwordFile, { force: true });
  }
}

async function start(
  programs: PostgresPrograms,
  databaseDir: string,
  port: number,
  archive: string[],
  options: Options,
): Promise<ChildProcess> {
  const child = run(programs, programs.postgres, [
    '-D',
    databaseDir,
    '-p',
    String(port),
    '-c',
    'listen_addresses=127.0.0.1',
    // No socket file: its folder may belong to another PostgreSQL.
    '-c',
    'unix_socket_directories=',
    '-c',
    'max_connections=200',
    ...archive,
    ...(options.durable ? [] : NOT_DURABLE),
  ]);
  const said: string[] = [];
  const ready = Promise.withResolvers<void>();
  follow(child, (line) => {
    if (said.length < 50) said.push(line);
    options.log(line);
    if (line.includes('ready to accept connections')) ready.resolve();
  });
  void exitOf(child).then(() => ready.reject(notStarted(said.join('\n'))));
  await ready.promise;
  return child;
}

/** Of a full disk with the code that a file of our own has there. */
function notStarted(said: string): Error {
  const error = new Error(`The database did not start:\n${said}`);
  return said.includes('No space left') ? Object.assign(error, { code: 'ENOSPC' }) : error;
}

function run(programs: PostgresPrograms, program: string, args: string[]): ChildProcess {
  // A group of its own: Ctrl+C in a terminal is for us, and we stop the database last.
  const detached = process.platform !== 'win32';
  return spawn(program, args, {
    ...programs.account,
    detached,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, LC_ALL: 'C' },
  });
}

function follow(child: ChildProcess, hear: (line: string) => void): void {
  for (const stream of [child.stdout, child.stderr])
    if (stream) createInterface({ input: stream }).on('line', hear);
}

function exitOf(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => {
    child.once('error', () => resolve(null));
    child.once('exit', resolve);
  });
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

/** A fast shutdown: sessions are ended, nothing that was committed is lost. */
async function end(pid: number): Promise<void> {
  if (isAlive(pid)) process.kill(pid, 'SIGINT');
  while (isAlive(pid)) await sleep(50);
}

async function ownPassword(file: string): Promise<string> {
  if (await pathExists(file)) return (await readFile(file, 'utf8')).trim();
  const password = randomBytes(24).toString('hex');
  await writeFile(file, password, { mode: 0o600 });
  return password;
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
