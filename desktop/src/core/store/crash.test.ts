import { copyFileSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { expect, test } from 'vitest';
import { DEEP, SEED } from '../../../../server/test/sample.ts';
import type { Store } from './store.ts';
import { createFaults } from './testing/faults.ts';
import { batch, draftOf, instant, message, ticket, uuid } from './testing/rows.ts';
import { open, seeded, snapshot, tempDir } from './testing/temp-store.ts';

/** Each commit tries other statements at which it could die. */
const STRIDE = DEEP ? 1 : 4;
const FIRST = SEED % STRIDE;

const NOBODY = { interest: new Set<number>() };
const send = (n: number) => ({
  name: 'message.send' as const,
  args: { id: uuid(n), ticketId: 1, body: `answer ${n}`, mediaId: null, quotedMsgId: null },
  at: instant(n),
});

/** A store with three commands under way, the second of which the server will refuse. */
function prepare(store: Store): Store {
  seeded(store, [
    { entity: 'ticket', rows: [ticket(), ticket({ id: 2 })] },
    { entity: 'message', rows: [message(1), message(2, { ticketId: 2 })] },
  ]);
  for (const n of [50, 51, 52]) store.enqueue(send(n));
  store.outbox.number(store.outbox.ready(9));
  return store;
}

const arriving = batch(10, 14, {
  puts: [
    { entity: 'ticket', rows: [ticket({ lastMessage: 'answer 50', lastMessageAt: instant(50) })] },
    {
      entity: 'message',
      rows: [message(50, { fromMe: true, userId: 7, body: 'answer 50', ack: 2 }), message(60)],
    },
  ],
  evicts: [{ entity: 'ticket', ids: ['2'] }],
  gaps: [{ contactId: 1, before: { createdAt: instant(50), id: uuid(50) } }],
  mutations: {
    acked: 2,
    results: [
      { seq: 1, status: 'applied' },
      { seq: 2, status: 'rejected', code: 'ERR_TICKET_CLOSED' },
    ],
  },
});

test('I13: a crash at any statement of a batch leaves the state before or after it, and replay ends in the same', () => {
  const reference = prepare(open(tempDir()));
  const before = snapshot(reference);
  reference.applyBatch(arriving, NOBODY);
  const after = snapshot(reference);
  expect(after.messages[0]?.messages.map(({ id, delivery }) => [id, delivery])).toEqual([
    [uuid(1), 'accepted'],
    [uuid(50), 'accepted'],
    [uuid(51), 'failed'],
    [uuid(60), 'accepted'],
    [uuid(52), 'queued'],
  ]);

  const survived = { before: 0, after: 0 };
  for (let statements = FIRST; ; statements += STRIDE) {
    const faults = createFaults();
    const dir = tempDir();
    const victim = prepare(open(dir, { open: faults.open }));
    faults.crashAfter(statements);
    let finished = true;
    try {
      victim.applyBatch(arriving, NOBODY);
    } catch {
      finished = false;
    }
    victim.close();
    const again = open(dir);
    const found = snapshot(again);
    if (found.position.cursor?.seq === 10) {
      expect(found).toEqual(before);
      survived.before += 1;
    } else {
      expect(found).toEqual(after);
      survived.after += 1;
    }
    again.applyBatch(arriving, NOBODY);
    expect(snapshot(again)).toEqual(after);
    again.close();
    if (finished) break;
  }
  expect(survived.before).toBeGreaterThan(20 / STRIDE);
  expect(survived.after).toBe(1);
});

/** As the version before left it, with a command that waits. */
function olderOutbox(dir: string): void {
  const folder = join(import.meta.dirname, '../../../migrations/pending');
  const db = new Sqlite(join(dir, 'pending.db'));
  db.exec('create table migrations (name text primary key, at text not null)');
  for (const name of readdirSync(folder).filter((it) => it < '0500')) {
    db.exec(readFileSync(join(folder, name), 'utf8'));
    db.prepare('insert into migrations values (?, ?)').run(name, '');
  }
  const { name, args, at } = send(50);
  db.prepare('insert into outbox (name, args, at, ticket_id, message_id) values (?, ?, ?, 1, ?)').run(
    name,
    JSON.stringify(args),
    at,
    args.id,
  );
  db.close();
}

test('W1: a crash at any statement of the migrations keeps what waits, and the next start ends them', () => {
  for (let statements = FIRST, finished = false; !finished; statements += STRIDE) {
    const dir = tempDir();
    olderOutbox(dir);
    const faults = createFaults();
    faults.crashAfter(statements);
    try {
      open(dir, { open: faults.open });
      finished = true;
    } catch {
      // It died.
    }
    const again = seeded(open(dir));
    expect(again.commands.list(9)).toMatchObject([{ text: 'answer 50', state: 'queued' }]);
  }
});

const copyFile = (name: string, from: string, to: string) => {
  for (const file of readdirSync(from))
    if (file.startsWith(name)) copyFileSync(join(from, file), join(to, file));
};

test('I13: a power cut between the commits of the two files loses no refusal and repeats no command', () => {
  const earlier = tempDir();
  const later = tempDir();
  prepare(open(earlier)).close();
  copyFile('cache', earlier, later);
  copyFile('pending', earlier, later);
  const store = open(later);
  store.applyBatch(arriving, NOBODY);
  const after = snapshot(store);
  store.close();

  // The cache was committed, the outbox was not.
  copyFile('pending', earlier, later);
  const again = open(later);
  expect(snapshot(again)).toEqual(after);
  again.close();

  // The cache lost its last commit (it is not synced at each one), the outbox did not.
  copyFile('cache', earlier, later);
  const behind = open(later);
  expect(behind.position().cursor?.seq).toBe(10);
  behind.applyBatch(arriving, NOBODY);
  expect(snapshot(behind)).toEqual(after);
});

test('what was begun in a ticket that proved to be another one goes on there, also after a power cut between the files', () => {
  const [earlier, later] = [tempDir(), tempDir()];
  const gone = ticket({ id: 2 });
  const store = seeded(open(earlier), [{ entity: 'ticket', rows: [ticket(), gone, ticket({ id: 3 })] }]);
  for (const [id, body] of ['Bom dia', 'Até logo', 'de ninguém'].entries())
    store.drafts.set(id + 1, draftOf(body));
  store.enqueue({ ...send(50), args: { ...send(50).args, ticketId: 2 } });
  store.close();
  for (const name of ['cache', 'pending']) copyFile(name, earlier, later);

  const found = (one: Store) => ({
    drafts: one.drafts.all().map(({ ticketId, body }) => [ticketId, body]),
    // A screen may still name the one that is gone.
    begun: one.drafts.get(2).body,
    shown: one.tickets.byUuid(gone.uuid)?.id,
    waiting: one.messages.page({ ticketId: 1, before: null, limit: 9 }).messages.map(({ body }) => body),
    sent: one.outbox.number(one.outbox.ready(9)).map(({ args }) => args),
  });
  const merged = open(later);
  const joined = [{ id: 2, uuid: gone.uuid }];
  merged.applyBatch(
    batch(10, 11, {
      puts: [{ entity: 'ticket', rows: [ticket({ joined })] }],
      deletes: [{ entity: 'ticket', ids: ['2', '3'] }],
    }),
    NOBODY,
  );
  const after = found(merged);
  expect(after).toEqual({
    drafts: [[1, 'Bom dia\nAté logo']],
    begun: 'Bom dia\nAté logo',
    shown: 1,
    waiting: ['answer 50'],
    sent: [expect.objectContaining({ id: uuid(50), ticketId: 1 })],
  });
  merged.drafts.set(2, draftOf('Até amanhã'));
  expect(merged.drafts.get(1).body).toBe('Até amanhã');
  merged.close();

  copyFile('pending', earlier, later);
  const again = open(later);
  again.applyBatch(batch(11, 12, { deletes: [{ entity: 'ticket', ids: ['3'] }] }), NOBODY);
  expect(found(again)).toEqual(after);
});

test('a commit that fails for the second file only is brought to its end, and the queue goes on', () => {
  const reference = prepare(open(tempDir()));
  reference.applyBatch(arriving, NOBODY);
  const faults = createFaults();
  const store = prepare(open(tempDir(), { open: faults.open }));
  faults.halveNextCommit();
  expect(() => store.applyBatch(arriving, NOBODY)).toThrow('ERR_DISK_FULL');
  expect(snapshot(store)).toEqual(snapshot(reference));
  expect(store.outbox.number(store.outbox.ready(9))).toMatchObject([{ seq: 3 }]);
});
