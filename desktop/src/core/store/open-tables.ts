import { mkdirSync } from 'node:fs';
import type { Log } from '../log.ts';
import type { Key } from '../vault/sealed-bytes.ts';
import { isDamage } from './errors.ts';
import { closeInOrder, type OpenFile, openFile, openFiles, removeCache, type SetAside } from './files.ts';
import { createTables, type Tables } from './tables.ts';
import { transaction } from './transaction.ts';

export interface StoreOptions {
  /** Belongs to one (server, company, user); is made when missing. */
  dir: string;
  userId: number;
  log: Log;
  /** The key of the two files. */
  key?: Key | null;
  /** Set by tests that inject faults. */
  open?: OpenFile;
}

/** The tables of the two files, whose cache is replaced once it was found damaged. */
export interface OpenTables {
  current(): Tables;
  /** The cache is damaged: the next `current` begins with an empty one. */
  discardCache(cause: unknown): void;
  /** The rows of the feed leave this computer at once, for good. */
  forgetCache(): void;
  /** The damage since this store was opened, until the agent has been notified. */
  setAside(): SetAside | null;
  forgetSetAside(): void;
  close(): void;
}

/**
 * Opens, and where needed makes, migrates or replaces the two files.
 * @param rebuilt a damaged cache has made room for an empty one
 * @throws StoreTooNewError when a newer version of this program has written the outbox
 */
export function keepTablesOpen(options: StoreOptions, rebuilt: () => void): OpenTables {
  mkdirSync(options.dir, { recursive: true, mode: 0o700 });
  let setAside: SetAside | null = null;
  const noteSetAside = (what: SetAside) => {
    if (setAside !== 'words') setAside = what;
  };
  /** Null between the end of a damaged cache and its replacement, for which there may be no space yet. */
  let tables: Tables | null = openTables(options, false, noteSetAside);
  let closed = false;

  return {
    current() {
      if (closed) throw new Error('the store is closed');
      if (tables) return tables;
      tables = openTables(options, true, noteSetAside);
      rebuilt();
      return tables;
    },
    discardCache(cause) {
      options.log.error({ err: cause }, 'the cache is damaged');
      tables?.db.close();
      tables = null;
    },
    forgetCache() {
      tables?.db.close();
      tables = null;
      removeCache(options.dir);
      noteSetAside('away');
      tables = openTables(options, false, noteSetAside);
      rebuilt();
    },
    setAside: () => setAside,
    forgetSetAside() {
      setAside = null;
    },
    close() {
      closed = true;
      if (tables) closeInOrder(tables.db);
    },
  };
}

/** @param damaged the cache is known to be, and makes room for an empty one */
function openTables(options: StoreOptions, damaged: boolean, onSetAside: (what: SetAside) => void): Tables {
  const { dir, userId, log, key = null, open = openFile } = options;
  const db = openFiles({ dir, log, open, key, onSetAside }, damaged);
  try {
    const tables = createTables(db, userId);
    const unreadable = tables.queue.quarantine();
    if (unreadable > 0) log.error({ unreadable }, 'commands of another version were put aside');
    transaction(db, () => tables.feed.repair());
    return tables;
  } catch (error) {
    db.close();
    if (damaged || !isDamage(error)) throw error;
    return openTables(options, true, onSetAside);
  }
}
