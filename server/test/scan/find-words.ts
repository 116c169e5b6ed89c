import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type postgres from 'postgres';

/** Looks for words in everything that is stored, and knows nothing of what it is for. */

/** As text, and as the bytes that a database shows in hexadecimal. */
const spellings = (word: string): string[] => [word, Buffer.from(word).toString('hex')];

/**
 * Every column of every table of a PostgreSQL, and of what stands beside them as copies: materialised views. Indexes hold what
 * their rows hold, and views nothing. @returns `table.column`
 */
export async function wordsInDatabase(sql: postgres.Sql, words: readonly string[]): Promise<string[]> {
  const columns = await sql<{ table: string; column: string }[]>`
    select c.relname as table, a.attname as column
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relkind in ('r', 'p', 'm') and c.relnamespace = 'public'::regnamespace
    order by 1, a.attnum`;
  const pattern = words.flatMap(spellings).join('|');
  const found: string[] = [];
  for (const [table, inTable] of Map.groupBy(columns, (one) => one.table)) {
    const looks = inTable.map(
      ({ column }, at) => sql`bool_or(${sql(column)}::text ~* ${pattern}) as ${sql(String(at))}`,
    );
    const list = looks.flatMap((look, at) => (at === 0 ? [look] : [sql`, `, look]));
    const [row = {}] = await sql<Record<string, boolean | null>[]>`select ${list} from ${sql(table)}`;
    found.push(...inTable.flatMap(({ column }, at) => (row[at] ? [`${table}.${column}`] : [])));
  }
  return found;
}

/** Every file below a folder, its name too, byte by byte. @returns paths from there */
export async function wordsInFiles(folder: string, words: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name);
    const bytes = entry.isFile() ? await readFile(path).catch(() => Buffer.alloc(0)) : Buffer.alloc(0);
    const has = (word: string) =>
      entry.name.includes(word) || bytes.includes(word) || bytes.includes(Buffer.from(word, 'utf16le'));
    if (words.some(has)) found.push(relative(folder, path));
  }
  return found.sort();
}

/** @returns the lines that have one */
export const wordsInLines = (lines: string, words: readonly string[]): string[] =>
  lines.split('\n').filter((line) => words.some((word) => line.includes(word)));
