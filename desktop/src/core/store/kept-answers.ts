import type { Database } from 'better-sqlite3';
import { and, desc, eq, notInArray, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/better-sqlite3';
import { keptAnswers } from './schema.ts';

/** A call of the server, and what was asked of it. */
export interface Asked {
  /** The call and what it is about: answers of one target may stand in for each other. */
  target: string;
  query: string;
}

interface KeptAnswer {
  answer: unknown;
  keptAt: string;
}

/** What the server answered last, to be shown while it cannot be reached. */
export interface KeptAnswers {
  /** The answer to the same question; where there is none, the newest to another one about the same. */
  get(asked: Asked): KeptAnswer | null;
  keep(asked: Asked, answer: KeptAnswer): void;
}

/** The pages of figures make five calls, each of some days that were chosen. */
const MAX_KEPT = 15;

export function createKeptAnswers(client: Database): KeptAnswers {
  const db = drizzle({ client });
  const { target: targetOf, query: queryOf, answer: answerOf, keptAt: at } = keptAnswers;
  const newestFirst = [desc(at), desc(sql`rowid`)];
  return {
    get({ target, query }) {
      const found = db
        .select({ answer: answerOf, keptAt: at })
        .from(keptAnswers)
        .where(eq(targetOf, target))
        .orderBy(desc(eq(queryOf, query)), ...newestFirst)
        .limit(1)
        .get();
      return found ?? null;
    },
    keep(asked, kept) {
      db.delete(keptAnswers)
        .where(and(eq(targetOf, asked.target), eq(queryOf, asked.query)))
        .run();
      db.insert(keptAnswers)
        .values({ ...asked, ...kept })
        .run();
      const newest = db
        .select({ rowid: sql`rowid` })
        .from(keptAnswers)
        .orderBy(...newestFirst)
        .limit(MAX_KEPT);
      db.delete(keptAnswers).where(notInArray(sql`rowid`, newest)).run();
    },
  };
}
