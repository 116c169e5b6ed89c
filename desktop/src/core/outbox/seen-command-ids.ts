import type { MutationName } from '@balcao/shared/sync/commands.ts';
import type { Database } from 'better-sqlite3';

/** The commands that screens submitted, by the ids they chose: a screen without an answer submits again. */
export interface SeenCommandIds {
  has(id: string): boolean;
  /** Within the transaction that does it. @returns false: it was given before */
  claim(id: string): boolean;
}

/** Many times what can be under way while a program restarts; one click forwards 2,000 at most. */
const KEPT = 10_000;

/** Commands whose `id` names the row they create, or the deed itself. */
const MAKING: ReadonlySet<string> = new Set<MutationName>([
  'message.send',
  'message.forward',
  'message.forwardTo',
  'note.add',
  'macro.run',
  'schedule.create',
  'chat.send',
]);

/** The id of what a command makes; null: it changes what is there. */
export const createdId = ({ name, args }: { name: MutationName; args: object }): string | null =>
  MAKING.has(name) && 'id' in args ? String(args.id) : null;

export function createSeenCommandIds(db: Database): SeenCommandIds {
  const find = db.prepare<[string]>('select 1 from given where id = ?');
  const insert = db.prepare<[string]>('insert or ignore into given (id) values (?)');
  const prune = db.prepare<[number]>('delete from given where position <= ?');
  return {
    has: (id) => find.get(id) !== undefined,
    claim(id) {
      const { changes, lastInsertRowid } = insert.run(id);
      if (changes === 0) return false;
      prune.run(Number(lastInsertRowid) - KEPT);
      return true;
    },
  };
}
