import type { Database } from 'better-sqlite3';

/** Everything that `work` writes, or nothing. */
export function transaction<T>(db: Database, work: () => T): T {
  db.exec('begin immediate');
  try {
    const result = work();
    db.exec('commit');
    return result;
  } catch (error) {
    // SQLite has already rolled back by itself after some errors, a full disk among them.
    if (db.inTransaction) db.exec('rollback');
    throw error;
  }
}
