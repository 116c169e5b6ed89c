import { existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { STORE_SCHEMA } from '@balcao/shared/sync/protocol.ts';
import Sqlite, { type Database } from 'better-sqlite3';
import type { Log } from '../log.ts';
import type { Key } from '../vault/sealed-bytes.ts';
import { asCipherKey, unlock } from './cipher.ts';
import { makeEntityTables } from './entity-tables.ts';
import { isDamage, isReadOnly, StoreTooNewError } from './errors.ts';
import { migrate, type StoreFile } from './migrate.ts';
import { salvage } from './salvage.ts';

/** Opens one SQLite file; tests put faults between. */
export type OpenFile = (path: string) => Database;

export const openFile: OpenFile = (path) => new Sqlite(path);

interface Deps {
  dir: string;
  log: Log;
  open: OpenFile;
  /** Null: the files are not encrypted. */
  key: Key | null;
  onSetAside(what: SetAside): void;
}

/**
 * What is not there any more. A file was damaged: the rows of the feed, which come again, or what the agent wrote, of which
 * the readable is saved. `away`: the rows were let go of, after too long without the server.
 */
export type SetAside = 'cache' | 'words' | 'away';

class DamagedFileError extends Error {}
/** It is whole, and another version's. */
class OtherShapeError extends Error {}

/**
 * Opens `cache.db` with `pending.db` attached as `pending`. A cache that is damaged (`known` to be, or found to be), or
 * of another shape than this program's, is replaced by an empty one; commands and drafts in `pending.db` stay.
 *
 * Each file commits on its own (SQLite's WAL has no commit over several files), the cache first: `Feed.repair` ends
 * what a crash between the two leaves.
 */
export function openFiles(deps: Deps, known: boolean): Database {
  openPending(deps).close();
  const db = openCache(deps, known);
  db.prepare('attach ? as pending key ?').run(pathOf(deps.dir, 'pending'), asCipherKey(deps.key));
  // A command that the agent gave must survive a power cut; what the feed brought is sent again.
  db.pragma('pending.synchronous = full');
  reserve(db, deps.log);
  return db;
}

/** Room for an agent's messages in the hours until a full disk has space again. */
const RESERVE_BYTES = 512 * 1024;

/**
 * Takes space for commands and drafts while there is some: free pages in the file, and a log that need not grow. What is
 * sent when the disk is full is stored there.
 */
function reserve(db: Database, log: Log): void {
  try {
    coverLog(db);
  } catch (error) {
    log.warn({ err: error }, 'no space could be reserved');
  }
}

/** Writes over what the log of commands and drafts had, and leaves the space to it. */
export function coverLog(db: Database): void {
  restartLog(db);
  db.exec(
    `create table pending.reserve as select zeroblob(${RESERVE_BYTES}) as space; drop table pending.reserve`,
  );
  restartLog(db);
}

/** The next write of a command begins at the start of its log, in space that it has. */
export function restartLog(db: Database): void {
  db.pragma('pending.wal_checkpoint(restart)');
}

function openCache(deps: Deps, known: boolean): Database {
  const { dir, log, onSetAside } = deps;
  const path = pathOf(dir, 'cache');
  const aside = join(dir, 'cache.damaged.db');
  if (known) {
    moveAside(path, aside);
    onSetAside('cache');
  }
  try {
    return openChecked(deps, path, 'cache');
  } catch (error) {
    if (!isReplaceable(error)) throw error;
    log.warn({ err: error }, 'the cache cannot be used and is built anew');
    moveAside(path, aside);
    if (!isOtherVersion(error)) onSetAside('cache');
    return openChecked(deps, path, 'cache');
  }
}

function openPending(deps: Deps): Database {
  const { dir, log, key, onSetAside } = deps;
  const path = pathOf(dir, 'pending');
  try {
    return openChecked(deps, path, 'pending');
  } catch (error) {
    if (!isDamage(error) && !isReadOnly(error) && !(error instanceof DamagedFileError)) throw error;
    const aside = join(dir, `pending.damaged-${Date.now()}.db`);
    moveAside(path, aside);
    const db = openChecked(deps, path, 'pending');
    log.error(
      { err: error, aside, saved: salvage(db, aside, asCipherKey(key)) },
      'commands and drafts were damaged',
    );
    onSetAside('words');
    return db;
  }
}

function openChecked({ open, key }: Deps, path: string, file: StoreFile): Database {
  const db = open(path);
  try {
    unlock(db, key);
    // This works for a new file only: what leaves the cache gives its space back.
    db.pragma('auto_vacuum = incremental');
    // Words of customers who were erased do not linger in what is free.
    db.pragma('secure_delete = on');
    db.pragma('journal_mode = wal');
    db.pragma('synchronous = normal');
    db.pragma('temp_store = memory');
    db.pragma('cell_size_check = on');
    // A sealed page proves itself when it is read, and commands are few.
    if (key === null || file === 'pending') checkPages(db);
    migrate(db, file);
    if (file === 'cache') {
      checkShape(db);
      makeEntityTables(db);
    }
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** A mark in place of a file's version: its last writer closed it cleanly. */
const CLOSED_IN_ORDER = 1;
/** The tables that the first list needs. */
const FIRST_TABLES = ['sync_state', 'ticket', 'contact'];

/**
 * After a crash everything is looked at. A file that was closed in order is believed but for what is shown at once: years
 * of history would take seconds of each start, and what is damaged in them is found when it is read.
 */
function checkPages(db: Database): void {
  const inOrder = db.pragma('user_version', { simple: true }) === CLOSED_IN_ORDER;
  const checks = inOrder ? FIRST_TABLES.map((table) => `quick_check(${table})`) : ['quick_check(1)'];
  for (const check of checks) {
    const verdict = db.pragma(check, { simple: true });
    if (verdict !== 'ok') throw new DamagedFileError(String(verdict));
  }
  if (inOrder) mark(db, 0);
}

/** The cache's last word: it need not be looked at as a whole by the next start. */
export function closeInOrder(db: Database): void {
  mark(db, CLOSED_IN_ORDER);
  db.close();
}

function mark(db: Database, version: number): void {
  try {
    db.pragma(`main.user_version = ${version}`);
  } catch {
    // A full disk, most likely: the next start looks at too much, or finds damage later.
  }
}

function checkShape(db: Database): void {
  db.prepare('insert or ignore into sync_state (id, schema) values (1, ?)').run(STORE_SCHEMA);
  const schema = db.prepare('select schema from sync_state').pluck().get();
  if (schema !== STORE_SCHEMA) throw new OtherShapeError(`rows of schema ${schema}`);
}

const isOtherVersion = (error: unknown) =>
  error instanceof OtherShapeError || error instanceof StoreTooNewError;

const isReplaceable = (error: unknown) =>
  isDamage(error) || isReadOnly(error) || error instanceof DamagedFileError || isOtherVersion(error);

const pathOf = (dir: string, file: StoreFile) => join(dir, `${file}.db`);

/** Takes what the feed brought from this computer; what the agent wrote stays in `pending.db`. The files are closed. */
export function removeCache(dir: string): void {
  for (const name of ['cache.db', 'cache.damaged.db'])
    for (const suffix of ['', '-wal', '-shm']) rmSync(join(dir, name) + suffix, { force: true });
}

/** One damaged cache is kept for inspection, in place of the one before: they may be large. */
function moveAside(path: string, aside: string): void {
  for (const suffix of ['', '-wal', '-shm']) {
    rmSync(aside + suffix, { force: true });
    if (existsSync(path + suffix)) renameSync(path + suffix, aside + suffix);
  }
}
