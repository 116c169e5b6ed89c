import { randomBytes } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { AppError } from '@balcao/shared/errors.ts';
import Sqlite, { type Database } from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { CacheRebuiltError, StoreTooNewError } from './errors.ts';
import type { Store } from './store.ts';
import { batch, draftOf, instant, message, ticket, uuid } from './testing/rows.ts';
import { open, seeded, snapshot, tempDir } from './testing/temp-store.ts';

const NOBODY = { interest: new Set<number>() };
const send = (n: number, body = 'resposta') => ({
  name: 'message.send' as const,
  args: { id: uuid(n), ticketId: 1, body, mediaId: null, quotedMsgId: null },
  at: instant(n),
});

const manyMessages = () => ({
  entity: 'message' as const,
  rows: Array.from({ length: 400 }, (_, n) => message(n + 1, { body: 'x'.repeat(300) })),
});

/** The program has died, so that the next one looks at everything. */
function crashed(store: Store, dir: string): void {
  store.close();
  const db = new Sqlite(join(dir, 'cache.db'));
  db.pragma('user_version = 0');
  db.close();
}

function filled(dir: string, key: Buffer | null = null): Store {
  const store = seeded(open(dir, { key }), [{ entity: 'ticket', rows: [ticket()] }, manyMessages()]);
  store.drafts.set(1, draftOf('rascunho'));
  store.enqueue(send(900));
  return store;
}

/** Writes over the middle of pages, where rows are. */
function scribble(path: string, pages: number[]): void {
  const bytes = readFileSync(path);
  for (const page of pages) bytes.fill(0xa7, page * 4096 + 8, page * 4096 + 2048);
  writeFileSync(path, bytes);
}

function expectRebuilt(store: Store): void {
  expect([store.hasData(), store.tickets.byId(1), store.drafts.get(1).body, store.outbox.size()]).toEqual([
    false,
    null,
    'rascunho',
    1,
  ]);
  seeded(store);
  expect(store.messages.page({ ticketId: 1, before: null, limit: 5 }).messages).toMatchObject([
    { id: uuid(900), delivery: 'queued', body: 'resposta' },
  ]);
}

test('W2: pages of an encrypted cache that were changed are found when they are read', () => {
  const key = randomBytes(32);
  const damage = (pages: (count: number) => number[]) => {
    const dir = tempDir();
    filled(dir, key).close();
    const path = join(dir, 'cache.db');
    scribble(path, pages(readFileSync(path).length / 4096));
    return open(dir, { key });
  };
  expectRebuilt(damage((count) => Array.from({ length: count - 1 }, (_, at) => at + 1)));

  // Half of them are damaged: found at the latest when one is read, and nothing false is shown.
  const store = damage((count) => Array.from({ length: count / 2 }, (_, at) => Math.floor(count / 2) + at));
  for (let n = 1; n <= 400; n++)
    expect(store.messages.byId(uuid(n))?.body ?? 'x'.repeat(300)).toBe('x'.repeat(300));
  expectRebuilt(store);
});

describe('W2: a damaged cache is set aside and built anew; drafts and commands stay', () => {
  const damages: [string, (path: string) => void][] = [
    ['random bytes in pages', (path) => scribble(path, [4, 9, 12])],
    ['no SQLite header', (path) => writeFileSync(path, 'x'.repeat(8192))],
    ['cut off', (path) => truncateSync(path, 4096 * 6)],
    ['cut off in the middle of a page', (path) => truncateSync(path, 4096 * 6 + 100)],
    ['deleted', (path) => rmSync(path)],
    ['empty', (path) => truncateSync(path, 0)],
  ];
  test.each(damages)('%s', (_, damage) => {
    const dir = tempDir();
    crashed(filled(dir), dir);
    damage(join(dir, 'cache.db'));
    const store = open(dir);
    // A missing or empty file leaves no trace that there was one.
    const isGone = !existsSync(join(dir, 'cache.damaged.db'));
    expect(store.setAside()).toBe(isGone ? null : 'cache');
    store.forgetSetAside();
    expect(store.setAside()).toBeNull();
    expectRebuilt(store);
    store.close();
    const again = open(dir);
    expect([again.hasData(), again.setAside()]).toEqual([true, null]);
  });

  test('in the history of a file that was closed in order: when it is read', () => {
    const dir = tempDir();
    filled(dir).close();
    const path = join(dir, 'cache.db');
    const row = readFileSync(path).lastIndexOf(`"body":"${'x'.repeat(300)}`);
    scribble(path, [Math.floor(row / 4096)]);
    const store = open(dir);
    expect(store.setAside()).toBeNull();
    store.messages.page({ ticketId: 1, before: null, limit: 500 });
    expect(store.setAside()).toBe('cache');
    expectRebuilt(store);
  });

  test('and a copy of it is kept, one at most', () => {
    const dir = tempDir();
    for (let round = 0; round < 2; round++) {
      crashed(filled(dir), dir);
      scribble(join(dir, 'cache.db'), [4, 9, 12]);
      open(dir).close();
    }
    expect(readdirSync(dir).filter((name) => name.includes('damaged'))).toEqual(['cache.damaged.db']);
  });

  test('while it is open: readers see an empty cache, the feed starts over, commands go on', () => {
    const dir = tempDir();
    let db: Database | undefined;
    const store = open(dir, {
      open: (path) => {
        const opened = new Sqlite(path);
        if (path.endsWith('cache.db')) db = opened;
        return opened;
      },
    });
    seeded(store, [{ entity: 'ticket', rows: [ticket()] }, manyMessages()]);
    store.drafts.set(1, draftOf('rascunho'));
    const rebuilt: unknown[] = [];
    store.on('rebuilt', () => rebuilt.push(store.hasData()));

    const breakRow = (sql: string) => db?.exec(sql);
    breakRow(`update ticket set row = substr(row, 1, 40) where id = 1`);
    expect(store.tickets.list({ status: 'open', search: '', before: null, limit: 5 })).toEqual({
      tickets: [],
      hasMore: false,
    });
    expect(rebuilt).toEqual([false]);
    expect(store.setAside()).toBe('cache');

    seeded(store);
    breakRow(`update ticket set row = substr(row, 1, 40) where id = 1`);
    expect(() =>
      store.applyBatch(batch(10, 11, { puts: [{ entity: 'ticket', rows: [ticket()] }] }), NOBODY),
    ).toThrow(CacheRebuiltError);
    expect(rebuilt).toHaveLength(2);

    seeded(store);
    breakRow(`update ticket set row = substr(row, 1, 40) where id = 1`);
    store.enqueue(send(900));
    expect(rebuilt).toHaveLength(3);
    expectRebuilt(store);
  });
});

test('W2: a file that may not be written is set aside, and what it holds of the agent is saved', () => {
  for (const file of ['cache.db', 'pending.db']) {
    const dir = tempDir();
    const before = filled(dir);
    const [sent] = before.outbox.number(before.outbox.ready(9));
    before.close();
    let first = true;
    const store = open(dir, {
      open: (path) => {
        const readonly = first && path.endsWith(file);
        first &&= !path.endsWith(file);
        return new Sqlite(path, { readonly });
      },
    });
    expect([store.hasData(), store.drafts.get(1).body, store.outbox.size()]).toEqual([
      file === 'pending.db',
      'rascunho',
      1,
    ]);
    // The server may have run it: by this it knows it again, whatever its number.
    expect(store.outbox.number(store.outbox.ready(9))).toMatchObject([{ seq: 1, id: sent?.id }]);
  }
});

test('W2: a log that is cut off loses rows of the feed at most', () => {
  const dir = tempDir();
  const later = tempDir();
  filled(dir);
  for (const name of readdirSync(dir)) copyFileSync(join(dir, name), join(later, name));
  truncateSync(join(later, 'cache.db-wal'), 4096 * 3 + 100);
  const store = open(later);
  expect([store.drafts.get(1).body, store.outbox.size()]).toEqual(['rascunho', 1]);
  if (!store.hasData()) seeded(store);
  expect(store.tickets.byId(1)?.id).toBe(1);
});

test('a cache of a newer program or of another shape is replaced, an outbox of a newer one is refused by name', () => {
  const dir = tempDir();
  filled(dir).close();
  const change = (file: string, sql: string) => {
    const db = new Sqlite(join(dir, file));
    db.exec(sql);
    db.close();
  };
  change('cache.db', "insert into migrations values ('9990_future.sql', '')");
  let store = open(dir);
  expect(store.hasData()).toBe(false);
  seeded(store);
  store.close();

  change('cache.db', 'update sync_state set schema = 0');
  store = open(dir);
  // Nothing was damaged: the agent is not notified.
  expect(store.setAside()).toBeNull();
  expectRebuilt(store);
  store.close();

  change('pending.db', "insert into migrations values ('9990_future.sql', '')");
  expect(() => open(dir)).toThrow(StoreTooNewError);
});

test('what can still be read of a damaged outbox is saved, and the file is kept', () => {
  const dir = tempDir();
  const store = filled(dir);
  for (let n = 0; n < 200; n++) store.enqueue(send(1000 + n, 'y'.repeat(500)));
  for (let n = 2; n < 100; n++) store.drafts.set(n, draftOf('z'.repeat(300)));
  const clientId = store.outbox.clientId();
  store.close();
  const path = join(dir, 'pending.db');
  // A page of commands, wherever SQLite has put them.
  scribble(path, [Math.floor(readFileSync(path).lastIndexOf('y'.repeat(500)) / 4096)]);
  const again = open(dir);
  expect(again.setAside()).toBe('words');
  expect(again.outbox.size()).toBeGreaterThan(150);
  expect(again.drafts.get(1).body).toBe('rascunho');
  expect(again.outbox.clientId()).not.toBe(clientId);
  expect(again.outbox.agreesWith(0)).toBe(true);
  expect(readdirSync(dir).some((name) => name.startsWith('pending.damaged-'))).toBe(true);
  expect(existsSync(join(dir, 'pending.db'))).toBe(true);
});

test('W3: a full disk refuses by code and changes nothing, but for what an agent says there is a reserve', () => {
  const dir = tempDir();
  let db: Database | undefined;
  const store = open(dir, {
    open: (path) => {
      const opened = new Sqlite(path);
      if (path.endsWith('cache.db')) db = opened;
      return opened;
    },
  });
  seeded(store);
  const limit = (file: 'main' | 'pending', pages: number) => db?.pragma(`${file}.max_page_count = ${pages}`);
  const full = (work: () => void) => {
    const before = snapshot(store);
    expect(work).toThrow(AppError);
    expect(work).toThrow('ERR_DISK_FULL');
    expect(snapshot(store)).toEqual(before);
  };
  const large = batch(10, 11, { puts: [manyMessages()] });

  limit('main', 1);
  full(() => store.applyBatch(large, NOBODY));
  limit('pending', 1);
  store.enqueue(send(901, 'w'.repeat(60_000)));
  full(() => store.drafts.set(1, draftOf('v'.repeat(700_000))));

  limit('main', 1_000_000);
  limit('pending', 1_000_000);
  store.applyBatch(large, NOBODY);
  expect([store.position().cursor?.seq, store.outbox.size()]).toEqual([11, 1]);
});
