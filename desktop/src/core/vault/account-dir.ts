import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import Sqlite from 'better-sqlite3';
import type { Log } from '../log.ts';
import { unlock } from '../store/cipher.ts';
import type { Keys } from './keys.ts';
import { flushDir, KEY_FILE, reseal } from './reseal.ts';
import type { Key } from './sealed-bytes.ts';

export interface AccountFolder {
  dir: string;
  /** The key of everything in it; null: it is not encrypted. */
  key: Key | null;
}

interface Deps {
  dir: string;
  keys: Keys;
  /** Whether it is to be sealed from now on. */
  sealed: boolean;
  log: Log;
  /** Set by tests that end the program between two steps. */
  step?: (name: string) => Promise<void>;
}

const NEXT = '.next';
const PREVIOUS = '.previous';
const LOCKED = '.locked-';

/**
 * Makes one account's folder ready: sealed or not, as wanted. A change is made in a copy that takes the folder's place
 * when it is whole, so that a crash leaves the one or the other; a change that fails leaves the folder as it was.
 *
 * When the key is gone, the folder is set aside unchanged, with all drafts in it, and a new one begins.
 */
export async function openAccount(deps: Deps): Promise<AccountFolder> {
  const { dir, keys, sealed, log, step = async () => {} } = deps;
  await finishSwap(dir);
  await takeBack(dir, keys);
  await mkdir(dir, { recursive: true, mode: 0o700 });
  const id = await keyIdOf(dir);
  const key = id === null ? null : await keys.get(id);
  if (id !== null && !key) {
    log.error({ id }, 'the key of the local data is gone');
    await rename(dir, dir + LOCKED + id);
    return openAccount(deps);
  }
  if (sealed === (key !== null)) return { dir, key };
  try {
    const next = sealed ? await keys.make() : null;
    await reseal({ dir, next: dir + NEXT, from: key, to: next });
    await step('copied');
    await rename(dir, dir + PREVIOUS);
    await step('away');
    await rename(dir + NEXT, dir);
    await flushDir(dirname(dir));
    await step('there');
    await finishSwap(dir);
    await step('alone');
    if (id !== null) await keys.forget(id);
    return { dir, key: next?.key ?? null };
  } catch (err) {
    log.error({ err, sealed }, 'the local data could not be sealed otherwise');
    await finishSwap(dir);
    // Either folder may stand there now.
    return openAccount({ ...deps, sealed: (await keyIdOf(dir)) !== null });
  }
}

/** Folders of this account whose keys were gone, each with what was not sent. */
export async function lockedOf(dir: string): Promise<string[]> {
  const parent = dirname(dir);
  const names = await readdir(parent).catch(() => []);
  return names.filter((name) => name.startsWith(basename(dir) + LOCKED)).map((name) => join(parent, name));
}

/** Everything of an account, its key and what was set aside without one. */
export async function removeAccount({ dir }: AccountFolder, keys: Keys): Promise<void> {
  const id = await keyIdOf(dir);
  for (const path of [dir, ...(await lockedOf(dir))]) await rm(path, { recursive: true, force: true });
  if (id !== null) await keys.forget(id);
}

/** The folder goes out of the way only when the copy is whole: then the copy is what counts. */
async function finishSwap(dir: string): Promise<void> {
  if (!existsSync(dir)) {
    if (existsSync(dir + NEXT) && existsSync(dir + PREVIOUS)) await rename(dir + NEXT, dir);
    else if (existsSync(dir + PREVIOUS)) await rename(dir + PREVIOUS, dir);
  }
  for (const rest of [NEXT, PREVIOUS]) await rm(dir + rest, { recursive: true, force: true });
}

/** The system hands a key out again: nothing was lost. What was written meanwhile comes first. */
async function takeBack(dir: string, keys: Keys): Promise<void> {
  for (const locked of await lockedOf(dir)) {
    if (!(await keys.get(locked.slice((dir + LOCKED).length)))) continue;
    const id = existsSync(dir) ? await keyIdOf(dir) : null;
    if (existsSync(dir) && hasUnsent(dir, id === null ? null : await keys.get(id))) return;
    await rm(dir, { recursive: true, force: true });
    await rename(locked, dir);
  }
}

function hasUnsent(dir: string, key: Key | null): boolean {
  const path = join(dir, 'pending.db');
  if (!existsSync(path)) return false;
  const db = new Sqlite(path);
  try {
    unlock(db, key);
    const written = ['draft', 'outbox', 'todo'].map((table) => `exists (select 1 from ${table})`);
    return (
      db
        .prepare(`select ${written.join(' or ')}`)
        .pluck()
        .get() !== 0
    );
  } catch {
    // An unreadable file counts as written.
    return true;
  } finally {
    db.close();
  }
}

const keyIdOf = (dir: string): Promise<string | null> =>
  readFile(join(dir, KEY_FILE), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
