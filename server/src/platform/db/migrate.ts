import { readdir, readFile } from 'node:fs/promises';
import { openPool, type Sql } from './client.ts';

const FOLDER = new URL('../../../migrations/', import.meta.url);

/** A whole file, whose answers come at its end. */
const MIGRATION_S = 3_600;

/** The database has migrations that this program does not know: it belongs to a newer version. */
class DatabaseTooNewError extends Error {
  constructor(name: string) {
    super(
      `The database was migrated by a newer version of this program (it has ${name}). Start that version.`,
    );
    this.name = 'DatabaseTooNewError';
  }
}

/**
 * Brings the database to this program's version. Forward only; each file and its ledger row commit together, and
 * several processes may start at once.
 */
export async function migrate(url: string): Promise<string[]> {
  const sql = openPool(url, { max: 1, name: 'balcao-migrations', statementS: MIGRATION_S });
  try {
    const files = (await readdir(FOLDER)).filter((name) => name.endsWith('.sql')).sort();
    await sql`select pg_advisory_lock(4216, 0)`;
    await sql`create table if not exists migrations (name text primary key, at timestamptz not null default now())`;
    const done = new Set((await sql<{ name: string }[]>`select name from migrations`).map((row) => row.name));
    const unknown = [...done].find((name) => !files.includes(name));
    if (unknown) throw new DatabaseTooNewError(unknown);
    const missing = files.filter((name) => !done.has(name));
    for (const name of missing) await apply(sql, name);
    return missing;
  } finally {
    await sql.end({ timeout: 5 });
  }
}

async function apply(sql: Sql, name: string): Promise<void> {
  const text = await readFile(new URL(name, FOLDER), 'utf8');
  await sql.begin(async (tx) => {
    await tx.unsafe(text);
    await tx`insert into migrations (name) values (${name})`;
  });
}
