import { createDecipheriv } from 'node:crypto';
import type postgres from 'postgres';
import type { Secrets } from '../../src/platform/secrets.ts';

/**
 * Looks for words in what the program has sealed, in any column of bytes, and knows nothing of what it is for: the name of
 * its place only proves that it was not moved. AES-GCM encrypts by a counter that begins with 2 behind the nonce.
 */

const KEY_ID_BYTES = 4;
const NONCE_BYTES = 12;
const HEADER_BYTES = KEY_ID_BYTES + NONCE_BYTES + 16;
const FIRST_BLOCK = Buffer.from([0, 0, 0, 2]);
const AT_ONCE = 200;

/** @returns `table.column` of those with one of the words, and how many values were opened */
export async function wordsInSealed(
  sql: postgres.Sql,
  secrets: Secrets,
  words: readonly string[],
): Promise<{ found: string[]; opened: number }> {
  const columns = await sql<{ table: string; column: string }[]>`
    select c.table_name as table, c.column_name as column from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.data_type = 'bytea'
    order by 1, 2`;
  const found: string[] = [];
  let opened = 0;
  for (const { table, column } of columns) {
    const values = sql<{ value: Buffer }[]>`
      select ${sql(column)} as value from ${sql(table)} where ${sql(column)} is not null`;
    let hasWord = false;
    for await (const some of values.cursor(AT_ONCE))
      for (const { value } of some) {
        if (!secrets.hasSealed(value)) continue;
        opened += 1;
        const text = open(value, secrets.derive('seal')).toString('latin1');
        hasWord ||= words.some((word) => text.includes(word));
      }
    if (hasWord) found.push(`${table}.${column}`);
  }
  return { found, opened };
}

function open(value: Buffer, key: Uint8Array): Buffer {
  const nonce = value.subarray(KEY_ID_BYTES, KEY_ID_BYTES + NONCE_BYTES);
  const decipher = createDecipheriv('aes-256-ctr', key, Buffer.concat([nonce, FIRST_BLOCK]));
  return Buffer.concat([decipher.update(value.subarray(HEADER_BYTES)), decipher.final()]);
}
