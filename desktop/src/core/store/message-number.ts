import type { MessageRow } from '@balcao/shared/features/messages/row.ts';
import type { Database } from 'better-sqlite3';

/** Numbers of one second; more messages than that are taken for those of the next. */
export const PER_SECOND = 1_024;

/** The first number of the second in which `at` (ms) lies. */
export const firstNumberOf = (at: number): number => Math.floor(at / 1_000) * PER_SECOND;

/** Numbers messages in the order of time, whenever they come. */
export function createMessageNumbers(db: Database) {
  const lastOf = db
    .prepare<[number, number], number | null>('select max(n) from main.message where n >= ? and n < ?')
    .pluck();

  return {
    /** A number that no message has. */
    next({ createdAt }: Pick<MessageRow, 'createdAt'>): number {
      for (let first = firstNumberOf(Date.parse(createdAt)); ; first += PER_SECOND) {
        const taken = lastOf.get(first, first + PER_SECOND) ?? null;
        if (taken === null) return first;
        if (taken + 1 < first + PER_SECOND) return taken + 1;
      }
    },
  };
}
