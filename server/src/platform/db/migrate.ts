import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { openPool, type Sql } from './client.ts';
import { checkServer } from './server-check.ts';

const FOLDER = new URL('../../../migrations/', import.meta.url);
/** Beside them stands schema.sql, which says what they make. */
const MIGRATION = /^\d{4}_\w+\.sql$/;

/** A whole file, whose answers come at its end. */
const MIGRATION_S = 3_600;

/** The schema is another program's, or older than the first release, when the files still change. */
export class OtherSchemaError extends Error {
  constructor(name: string) {
    super(
      `The database was made by another version of this program: its ${name} is not this version's. Start that version, or begin with an empty database.`,
    );
    this.name = 'OtherSchemaError';
  }
}

interface Migration {
  name: string;
  text: string;
  hash: string;
}

/**
 * Brings the database to this program's version. Forward only; each file and its ledger row commit together, and
 * several processes may start at once. One that has everything from here and more is a newer version's, whose files only
 * add: it is served as it is. OtherSchemaError when it has only a part, or a file that is another one here.
 */
export async function migrate(url: string): Promise<string[]> {
  const sql = openPool(url, { max: 1, name: 'balcao-migrations', statementS: MIGRATION_S });
  try {
    const files = await readMigrations();
    await checkServer(sql);
    await sql`select pg_advisory_lock(4216, 0)`;
    await sql`
      create table if not exists migrations (
        name text primary key, hash text not null, at timestamptz not null default now())`;
    // The first ledgers had no hashes.
    const done = await sql<{ name: string; hash: string | null }[]>`
      select name, to_jsonb(m) ->> 'hash' as hash from migrations m order by name`;
    const missing = files.filter((file) => !done.some(({ name }) => name === file.name));
    const other = done.find(({ name, hash }) => {
      const own = files.find((file) => file.name === name);
      return own ? own.hash !== hash : missing.length > 0;
    });
    if (other) throw new OtherSchemaError(other.name);
    for (const file of missing) await apply(sql, file);
    return missing.map(({ name }) => name);
  } finally {
    await sql.end({ timeout: 5 });
  }
}

/** The files of this program, in their order. */
export async function readMigrations(): Promise<Migration[]> {
  const names = (await readdir(FOLDER)).filter((name) => MIGRATION.test(name)).sort();
  return Promise.all(
    names.map(async (name) => {
      // Git may have written the ends of lines as this system likes them.
      const text = (await readFile(new URL(name, FOLDER), 'utf8')).replaceAll('\r\n', '\n');
      return { name, text, hash: createHash('sha256').update(text).digest('hex') };
    }),
  );
}

async function apply(sql: Sql, { name, text, hash }: Migration): Promise<void> {
  await sql.begin(async (tx) => {
    await tx.unsafe(text);
    await tx`insert into migrations (name, hash) values (${name}, ${hash})`;
  });
}
