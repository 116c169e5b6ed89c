import Sqlite from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { batch, uuid } from '../store/testing/rows.ts';
import { open, seeded, tempDir } from '../store/testing/temp-store.ts';
import { bubbles, NOBODY, push, send } from './testing/acts.ts';

describe('numbers', () => {
  test('are dense, kept when a command is sent again, and kept over a restart', () => {
    const dir = tempDir();
    const store = seeded(open(dir));
    send(store, 30);
    send(store, 31);
    expect(push(store).map(({ seq }) => seq)).toEqual([1, 2]);
    send(store, 32);
    store.close();
    const again = open(dir);
    expect(push(again).map(({ seq }) => seq)).toEqual([1, 2, 3]);
  });

  test('agree with a server that knows no less than what is confirmed and no more than what was sent', () => {
    const store = seeded(open(tempDir()));
    for (const n of [30, 31, 32]) send(store, n);
    expect([0, 1].map(store.outbox.agreesWith)).toEqual([true, false]);
    push(store);
    store.applyBatch(batch(10, 11, { mutations: { acked: 1, results: [] } }), NOBODY);
    expect([0, 1, 2, 3, 4].map(store.outbox.agreesWith)).toEqual([false, true, true, true, false]);
    store.applyBatch(batch(11, 12, { mutations: { acked: 3, results: [] } }), NOBODY);
    expect([2, 3, 4].map(store.outbox.agreesWith)).toEqual([false, true, false]);
  });

  test('begin anew under a new name, in the same order, each under the id by which the server knows it', () => {
    const store = seeded(open(tempDir()));
    for (const n of [30, 31, 32]) send(store, n);
    const [, second, third] = push(store).map(({ id }) => id);
    expect(second).toMatch(/^[\da-f-]{36}$/);
    store.applyBatch(batch(10, 11, { mutations: { acked: 1, results: [] } }), NOBODY);
    const before = store.outbox.clientId();
    store.outbox.renumber();
    expect(store.outbox.clientId()).not.toBe(before);
    expect(push(store)).toMatchObject([
      { seq: 1, id: second, args: { id: uuid(31) } },
      { seq: 2, id: third, args: { id: uuid(32) } },
    ]);
    expect(store.outbox.agreesWith(0)).toBe(true);
  });
});

test('a stored command that this version does not understand is put aside, and leaves no hole', () => {
  const dir = tempDir();
  const store = seeded(open(dir));
  for (const n of [30, 31, 32]) send(store, n);
  push(store);
  store.close();
  const db = new Sqlite(`${dir}/pending.db`);
  db.exec('update outbox set args = \'{"ticketId":1}\' where seq = 2');
  db.close();
  const errors: unknown[] = [];
  const log = { debug() {}, info() {}, warn() {}, error: (...args: unknown[]) => errors.push(args) };
  const again = open(dir, { log });
  expect(errors).toHaveLength(1);
  expect(bubbles(again).map(({ id }) => id)).toEqual([uuid(30), uuid(32)]);
  expect(push(again).map(({ seq }) => seq)).toEqual([1, 2]);
  expect(again.commands.list(9)[0]).toMatchObject({ state: 'unreadable', command: null });
});
