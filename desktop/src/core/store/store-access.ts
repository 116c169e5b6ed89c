import { AppError } from '@balcao/shared/errors.ts';
import type { Rejection } from '../outbox/outbox.ts';
import { type Changes, createChanges, type DbChange, toEvent } from './changes.ts';
import { CacheRebuiltError, isDamage, translated } from './errors.ts';
import { restartLog } from './files.ts';
import { guarded, type Part } from './guarded-part.ts';
import { createListeners, type Listeners } from './listeners.ts';
import { keepTablesOpen, type OpenTables, type StoreOptions } from './open-tables.ts';
import type { Tables } from './tables.ts';
import { transaction } from './transaction.ts';

interface StoreEvents {
  /** This is emitted after the commit, never before. */
  changed: DbChange;
  rejected: Rejection;
  /** Files whose messages have left the cache, by eviction, deletion or erasure. */
  orphaned: readonly string[];
  /** Rows were deleted for good; `purgeDeletedText` removes their text from the files. */
  erased: undefined;
  /** The cache was damaged, or let go of, and is empty now; outbox and drafts are kept. Only a bootstrap fills it. */
  rebuilt: undefined;
}

/** The guarded way to the tables: it replaces a damaged cache, settles what failed, and reports what has changed. */
export interface StoreAccess
  extends Pick<OpenTables, 'setAside' | 'forgetSetAside' | 'forgetCache' | 'close'> {
  /** Reads again from an empty cache when the one before proves to be damaged. */
  read<T>(work: (tables: Tables) => T): T;
  /** Writes what the feed brings. @throws CacheRebuiltError when the cache was damaged and is empty now */
  write<T>(work: (tables: Tables, changes: Changes) => T): T;
  /** Writes what does not depend on the cache's rows: a damaged cache is no reason to lose it. */
  command<T>(work: (tables: Tables, changes: Changes) => T): T;
  /** A part of the tables as it is, but that each call is guarded, and a write is one transaction. */
  part<P extends Part>(name: P, ...writes: (keyof Tables[P])[]): Tables[P];
  on: Listeners<StoreEvents>['on'];
}

/** @throws as `keepTablesOpen` */
export function openStoreAccess(options: StoreOptions): StoreAccess {
  const { log } = options;
  const events = createListeners<StoreEvents>((error) => log.error({ err: error }, 'a listener failed'));
  /** The files commit one after the other, so a write that failed may be half there. Until `settle` has worked, no other. */
  let unsettled = false;
  const tables = keepTablesOpen(options, () => {
    unsettled = false;
    events.emit('rebuilt', undefined);
  });

  function settle(): void {
    const { db, feed } = tables.current();
    transaction(db, () => feed.repair());
    unsettled = false;
  }

  function undo(): void {
    unsettled = true;
    try {
      settle();
    } catch (error) {
      log.warn({ err: error }, 'a failed write could not be settled yet');
    }
  }

  function read<T>(work: (tables: Tables) => T, again = false): T {
    try {
      return work(tables.current());
    } catch (error) {
      if (again || !isDamage(error)) throw translated(error);
      tables.discardCache(error);
      return read(work, true);
    }
  }

  function write<T>(work: (tables: Tables, changes: Changes) => T): T {
    const changes = createChanges();
    let result: T;
    try {
      if (unsettled) settle();
      const current = tables.current();
      result = transaction(current.db, () => work(current, changes));
    } catch (error) {
      if (isDamage(error)) {
        tables.discardCache(error);
        read(({ state }) => state.position(), true);
        throw new CacheRebuiltError(error);
      }
      undo();
      throw translated(error);
    }
    report(changes, events);
    return result;
  }

  function command<T>(work: (tables: Tables, changes: Changes) => T): T {
    try {
      return write(work);
    } catch (error) {
      if (error instanceof CacheRebuiltError) return write(work);
      // The log of the commands has grown into its reserve: it may start over.
      if (!(error instanceof AppError) || error.code !== 'ERR_DISK_FULL') throw error;
      read(({ db }) => restartLog(db));
      return write(work);
    }
  }

  return {
    read: (work) => read(work),
    write,
    command,
    part: (name, ...writes) =>
      guarded(tables.current(), name, (method) => (writes.includes(method) ? command : read)),
    on: events.on,
    setAside: tables.setAside,
    forgetSetAside: tables.forgetSetAside,
    forgetCache: tables.forgetCache,
    close: tables.close,
  };
}

function report(changes: Changes, events: Listeners<StoreEvents>): void {
  const changed = toEvent(changes);
  if (changed) events.emit('changed', changed);
  for (const rejection of changes.rejections) events.emit('rejected', rejection);
  if (changes.mediaIds.size > 0) events.emit('orphaned', [...changes.mediaIds]);
  if (changes.erased) events.emit('erased', undefined);
}
