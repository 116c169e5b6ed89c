import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { openPool } from '../../server/src/platform/db/client.ts';
import type { Stack } from './stack.ts';

/** The kind of the message that the server stored with this text. */
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

/** Acts as if WhatsApp refused to delete a message for everyone. */
export async function refuseDeletion(stack: Stack, body: string): Promise<void> {
  const sql = openPool(stack.databaseUrl, { max: 1, name: 'e2e-refusal' });
  try {
    await sql`update messages set is_deleted = false, error_code = 'ERR_DELETE_WAPP_MSG' where body = ${body}`;
  } finally {
    await sql.end();
  }
}

/** Slows down everything that the server does with messages. */
export async function whileMessagesWait(stack: Stack, act: () => Promise<void>): Promise<void> {
  const sql = openPool(stack.databaseUrl, { max: 1, name: 'e2e-wait' });
  try {
    await sql.begin(async (tx) => {
      await tx`lock table messages in access exclusive mode`;
      await act();
    });
  } finally {
    await sql.end();
  }
}

/** Whether the console has stored this draft. */
export const keptDraft = (stack: Stack, body: string): Promise<boolean> => isDrafted(stack, 'body = ?', body);

/** Whether the console has stored a draft with so many files. */
export const keptFiles = (stack: Stack, count: number): Promise<boolean> =>
  isDrafted(stack, 'json_array_length(files) = ?', count);

/** Files that a form of the console holds on to, which were not saved with it yet. */
export function looseFiles(stack: Stack): string[] {
  const accounts = join(stack.consoleDir, 'accounts');
  const media = readdirSync(accounts).map((name) => join(accounts, name, 'media'));
  const infos = media.flatMap((dir) =>
    readdirSync(dir)
      .filter((name) => name.endsWith('.json'))
      .map((name) => JSON.parse(readFileSync(join(dir, name), 'utf8')) as { name: string; pinned: boolean }),
  );
  return infos.filter(({ pinned }) => pinned).map(({ name }) => name);
}

async function isDrafted(stack: Stack, condition: string, value: string | number): Promise<boolean> {
  const accounts = join(stack.consoleDir, 'accounts');
  return readdirSync(accounts).some((name) => {
    const db = new Database(join(accounts, name, 'pending.db'), { readonly: true });
    try {
      return db.prepare(`select 1 from draft where ${condition}`).get(value) !== undefined;
    } finally {
      db.close();
    }
  });
}
