import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import Database from 'better-sqlite3';
import { openPool } from '../../server/src/platform/db/client.ts';
import { disagreements, readConversation } from '../../server/test/ledgers.ts';
import type { Stack } from './stack.ts';

/**
 * Nothing lost, nothing doubled: what went over the simulated WhatsApp between the company and its customers, what
 * PostgreSQL stored, and what the console has cached are the same messages in the same order.
 */
export async function expectSameLedgers(stack: Stack, shop: string, customers: string[]): Promise<void> {
  const admin = openPool(stack.databaseUrl, { max: 1, name: 'e2e-ledger' });
  const { sandbox, consoleDir } = stack;
  try {
    for (const customer of customers) {
      const read = async () => ({
        ...(await readConversation({ sandbox, admin, shop, customer })),
        shown: cachedMessages(consoleDir, customer),
      });
      await expect.poll(async () => disagreements(await read()), { timeout: 15_000 }).toEqual([]);
      expect((await read()).stored.length).toBeGreaterThan(0);
    }
  } finally {
    await admin.end();
  }
}

/** Ids of the cached messages of the account that was signed in last, in the conversation's order. */
function cachedMessages(consoleDir: string, customer: string): string[] {
  const accounts = join(consoleDir, 'accounts');
  // Signing out deletes the cache.
  const files = readdirSync(accounts)
    .map((name) => join(accounts, name, 'cache.db'))
    .filter((file) => existsSync(file));
  return files
    .map((file) => {
      const db = new Database(file, { readonly: true });
      const ids = db
        .prepare(
          `select m.id from message m join contact c on c.id = m.contact_id
           where c.row ->> 'number' = ? and m.row ->> 'mediaType' not in ('note', 'event')
           order by m.created_at, m.id`,
        )
        .pluck()
        .all(customer) as string[];
      db.close();
      return ids;
    })
    .reduce((longest, ids) => (ids.length > longest.length ? ids : longest), []);
}
