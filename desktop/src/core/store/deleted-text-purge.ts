import type { Database } from 'better-sqlite3';

/**
 * Removes the words of deleted rows from the indexes. SQLite only marks them there; they are gone when the parts of an
 * index are merged, which is done in small steps because of its size.
 */
export interface DeletedTextPurge {
  /** Does one step. False: nothing is left to do. */
  step(): boolean;
}

const INDEXES = ['message_words', 'ticket_letters', 'contact_letters', 'article_words'] as const;
/** Pages of an index that one step writes: some ten milliseconds. */
const PAGES = 100;

export function createDeletedTextPurge(db: Database): DeletedTextPurge {
  const stale = db.prepare<[], number>('select stale_words from main.sync_state').pluck();
  const settle = db.prepare<[number]>('update main.sync_state set stale_words = stale_words - ?');
  const written = db.prepare<[], number>('select total_changes()').pluck();
  const merges = INDEXES.map((name) =>
    db.prepare<[number]>(`insert into main.${name} (${name}, rank) values ('merge', ?)`),
  );
  let run: { deleted: number; index: number; isBegun: boolean } | null = null;

  return {
    step() {
      const deleted = stale.get() ?? 0;
      if (!run && deleted === 0) return false;
      run ??= { deleted, index: 0, isBegun: false };
      const merge = merges[run.index];
      if (!merge) {
        // Rows deleted meanwhile belong to the next run.
        settle.run(run.deleted);
        run = null;
        return true;
      }
      const before = written.get() ?? 0;
      // A negative number begins with all parts, a positive one goes on.
      merge.run(run.isBegun ? PAGES : -PAGES);
      const isDone = (written.get() ?? 0) - before < 2;
      run = isDone ? { ...run, index: run.index + 1, isBegun: false } : { ...run, isBegun: true };
      return true;
    },
  };
}
