import type { Database } from 'better-sqlite3';

/** Brings words into the index behind their messages: triggers only note which messages these are. */
export interface WordIndex {
  /** Indexes so many messages at most, within the caller's transaction. False: nothing is left to do. */
  step(limit: number): boolean;
}

export function createWordIndex(db: Database): WordIndex {
  const next = `select n from main.unindexed_message order by n limit ?`;
  const index = db.prepare<[number]>(
    `insert into main.message_words (rowid, body)
     select n, words from main.message where n in (${next}) and words is not null order by n`,
  );
  const settle = db.prepare<[number]>(`delete from main.unindexed_message where n in (${next})`);

  return {
    step(limit) {
      index.run(limit);
      return settle.run(limit).changes === limit;
    },
  };
}
