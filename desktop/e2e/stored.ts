import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { openPool } from '../../server/src/platform/db/client.ts';
import type { Stack } from './stack.ts';

/** What kind of message the server has stored with this text. */
export async function storedKind(stack: Stack, body: string): Promise<string | undefined> {
  const sql = openPool(stack.databaseUrl, { max: 1, name: 'e2e-note' });
  try {
    const [stored] = await sql<
      { kind: string }[]
    >`select media_type as kind from messages where body = ${body}`;
    return stored?.kind;
  } finally {
    await sql.end();
  }
}

/** Whether the console has stored this draft. */
export async function keptDraft(stack: Stack, body: string): Promise<boolean> {
  const accounts = join(stack.consoleDir, 'accounts');
  return readdirSync(accounts).some((name) => {
    const db = new Database(join(accounts, name, 'pending.db'), { readonly: true });
    try {
      return db.prepare('select 1 from draft where body = ?').get(body) !== undefined;
    } finally {
      db.close();
    }
  });
}
