import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LISTED_ENTITIES, type ListedEntity, type RowSet } from '@balcao/shared/sync/entities.ts';
import Sqlite from 'better-sqlite3';
import { afterEach } from 'vitest';
import type { Log } from '../../log.ts';
import { openStore, type Store, type StoreOptions } from '../store.ts';
import { contact, EPOCH, ME, queue, ticket, user } from './rows.ts';

export const silentLog: Log = { debug() {}, info() {}, warn() {}, error() {} };

const cleanups: (() => void)[] = [];
afterEach(() => {
  for (const clean of cleanups.splice(0).reverse()) clean();
});

export function tempDir(): string {
  const dir = mkdtempSync(join(tmpdir(), 'balcao-store-'));
  cleanups.push(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

/** Closed with the test. */
export function open(dir: string, options: Partial<StoreOptions> = {}): Store {
  const store = openStore({ dir, userId: ME, log: silentLog, ...options });
  cleanups.push(() => store.close());
  return store;
}

/** An agent with one queue and one open conversation, unless given otherwise; the feed is at 10. */
export function seeded(store: Store, sets: RowSet[] = [{ entity: 'ticket', rows: [ticket()] }]): Store {
  store.beginBootstrap();
  store.applyBootstrapRows({ entity: 'user', rows: [user()] });
  store.applyBootstrapRows({ entity: 'queue', rows: [queue()] });
  store.applyBootstrapRows({ entity: 'contact', rows: [contact()] });
  for (const set of sets) store.applyBootstrapRows(set);
  store.finishBootstrap({ epoch: EPOCH, seq: 10, viewVersion: 1 });
  return store;
}

/** Everything that an agent can see, to compare two stores. */
export function snapshot(store: Store) {
  const tickets = (['open', 'pending', 'closed'] as const).flatMap(
    (status) => store.tickets.list({ status, search: '', before: null, limit: 100 }).tickets,
  );
  return {
    position: store.position(),
    counts: store.tickets.counts(),
    tickets,
    messages: tickets.map(({ id }) => store.messages.page({ ticketId: id, before: null, limit: 100 })),
    directory: LISTED_ENTITIES.map((entity) => store.all(entity)),
    queued: store.outbox.size(),
  };
}

/** Makes of a closed cache what a version has left that knew an entity not yet. */
export function withoutEntity(dir: string, entity: ListedEntity): void {
  const db = new Sqlite(join(dir, 'cache.db'));
  db.exec(`drop table ${entity}; update sync_state set entities = replace(entities, '${entity},', '')`);
  db.close();
}
