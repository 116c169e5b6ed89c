import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import Database from 'better-sqlite3';
import { openPool } from '../../server/src/platform/db/client.ts';
import type { Stack } from './stack.ts';

/** One message as every party knows it, so that three ledgers can be laid side by side. */
interface Entry {
  waId: string;
  fromMe: boolean;
  text: string;
}

/**
 * Nothing lost, nothing doubled: what went over the simulated WhatsApp between the company and a customer, what
 * PostgreSQL stored, and what the console has cached are the same messages in the same order.
 */
export async function expectSameLedgers(stack: Stack, company: string, customer: string): Promise<void> {
  const network = (await stack.sandbox.ledger({ number: company }))
    .filter((entry) => entry.server === 'accepted' && [entry.from, entry.to].includes(customer))
    .sort((one, other) => one.order - other.order)
    .map((entry) => ({ waId: entry.id, fromMe: entry.from === company, text: entry.text ?? '' }));
  const stored = await storedMessages(stack.databaseUrl);
  const sorted = (entries: Entry[]) =>
    entries.map(({ waId, fromMe, text }) => `${fromMe ? 'out' : 'in'} ${waId} ${text}`);
  expect(sorted(stored).sort(), 'PostgreSQL beside the network').toEqual(sorted(network).sort());

  const byId = new Map(stored.map((entry) => [entry.id, entry]));
  const cached = cachedMessages(stack.consoleDir);
  expect(
    cached.map((id) => byId.get(id)?.text ?? `unknown ${id}`),
    'console beside PostgreSQL',
  ).toEqual(stored.map((entry) => entry.text));
}

async function storedMessages(databaseUrl: string): Promise<(Entry & { id: string })[]> {
  const sql = openPool(databaseUrl, { max: 1, name: 'e2e-ledger' });
  try {
    return await sql<(Entry & { id: string })[]>`
      select id, wa_id, from_me, body as text from messages where state <> 'local' order by created_at, id`;
  } finally {
    await sql.end();
  }
}

/** Ids of the cached messages of the account that was signed in last, in the conversation's order. */
function cachedMessages(consoleDir: string): string[] {
  const accounts = join(consoleDir, 'accounts');
  // Whoever signs out takes the cache along.
  const files = readdirSync(accounts)
    .map((name) => join(accounts, name, 'cache.db'))
    .filter((file) => existsSync(file));
  return files
    .map((file) => {
      const db = new Database(file, { readonly: true });
      const ids = db
        .prepare(
          "select id from message where row ->> 'mediaType' not in ('note', 'event') order by created_at, id",
        )
        .pluck()
        .all() as string[];
      db.close();
      return ids;
    })
    .reduce((longest, ids) => (ids.length > longest.length ? ids : longest), []);
}
