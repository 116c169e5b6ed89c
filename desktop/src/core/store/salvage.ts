import type { Database } from 'better-sqlite3';

/**
 * Copies what can still be read of a damaged file with commands and drafts, row by row, into a new one.
 * @returns the number of rows saved
 */
export function salvage(db: Database, damagedPath: string, cipherKey: Buffer): number {
  let saved = 0;
  try {
    db.prepare('attach ? as damaged key ?').run(damagedPath, cipherKey);
  } catch {
    return saved;
  }
  try {
    for (const table of TABLES) saved += copyTable(db, table);
    // The numbers that the commands had belong to the client of the damaged file.
    db.exec("update outbox set seq = null where state = 'queued'");
  } finally {
    db.exec('detach damaged');
  }
  return saved;
}

/** Each with the number that its rows are found by. */
const KEYS = {
  chat_draft: 'chat_id',
  draft: 'ticket_id',
  list_view: 'id',
  outbox: 'position',
  todo: 'id',
} as const;
type Table = keyof typeof KEYS;
const TABLES = Object.keys(KEYS) as Table[];

/** Reads from both ends towards the damage, because a broken page ends the walk that reaches it. */
function copyTable(db: Database, table: Table): number {
  return copyWalk(db, table, '>', 'asc') + copyWalk(db, table, '<', 'desc');
}

function copyWalk(db: Database, table: Table, next: '<' | '>', order: 'asc' | 'desc'): number {
  const column = KEYS[table];
  let saved = 0;
  try {
    const following = db
      .prepare<[number], number>(
        `select ${column} from damaged.${table} where ${column} ${next} ? order by ${column} ${order} limit 1`,
      )
      .pluck();
    const columns = columnsOf(db, table);
    const copy = db.prepare(
      `insert or ignore into main.${table} (${columns}) select ${columns} from damaged.${table} where ${column} = ?`,
    );
    let at = order === 'asc' ? -1 : Number.MAX_SAFE_INTEGER;
    for (let key = following.get(at); key !== undefined; key = following.get(at)) {
      // A broken page may lead back to where the walk has been.
      if (order === 'asc' ? key <= at : key >= at) break;
      saved += copy.run(key).changes;
      at = key;
    }
  } catch {
    // Rows behind the damage stay in the file that was set aside.
  }
  return saved;
}

/** An older version of this program may have left it: what has been added since has its default. */
const columnsOf = (db: Database, table: Table) =>
  (db.pragma(`damaged.table_info(${table})`) as { name: string }[]).map(({ name }) => name).join(', ');
