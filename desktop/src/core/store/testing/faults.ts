import type { Database } from 'better-sqlite3';
import { type OpenFile, openFile } from '../files.ts';

class CrashError extends Error {}

/** A disk that can be told to die: after `left` more statements nothing works any more, commits and rollbacks included. */
export interface Faults {
  open: OpenFile;
  crashAfter(statements: number): void;
  /** The next commit reaches the cache's file only, and is reported as failed: SQLite's WAL commits file by file. */
  halveNextCommit(): void;
}

const KEEP_OUTBOX = 'create temp table kept as select * from pending.outbox';
const RESTORE_OUTBOX = 'delete from pending.outbox; insert into pending.outbox select * from kept';

/** Counts every statement that is run, `begin` and `commit` too. */
export function createFaults(): Faults {
  let left = Number.POSITIVE_INFINITY;
  let halve = false;
  const spend = () => {
    if (left <= 0) throw new CrashError('crash');
    left -= 1;
  };

  const wrap = <T extends object>(target: T, wrapped: Record<string, (...args: never[]) => unknown>): T =>
    new Proxy(target, {
      get(_, name) {
        const special = typeof name === 'string' ? wrapped[name] : undefined;
        if (special) return special;
        const value: unknown = Reflect.get(target, name, target);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });

  const statement = <T extends object>(target: T): T => {
    const counted =
      (name: 'run' | 'get' | 'all') =>
      (...args: never[]) => {
        spend();
        return (Reflect.get(target, name) as (...args: never[]) => unknown).apply(target, args);
      };
    const same =
      (name: 'pluck' | 'raw') =>
      (...args: never[]) =>
        statement((Reflect.get(target, name) as (...args: never[]) => T).apply(target, args));
    return wrap(target, {
      run: counted('run'),
      get: counted('get'),
      all: counted('all'),
      pluck: same('pluck'),
      raw: same('raw'),
    });
  };

  return {
    open(path) {
      const db: Database = openFile(path);
      return wrap(db, {
        prepare: (sql: string) => statement(db.prepare(sql)),
        exec: (sql: string) => {
          spend();
          if (halve && sql === 'begin immediate') db.exec(KEEP_OUTBOX);
          if (!halve || sql !== 'commit') return db.exec(sql);
          halve = false;
          db.exec(`${RESTORE_OUTBOX}; commit`);
          throw Object.assign(new Error('disk full'), { code: 'SQLITE_FULL' });
        },
      });
    },
    halveNextCommit: () => {
      halve = true;
    },
    crashAfter: (statements) => {
      left = statements;
    },
  };
}
