import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Store } from './store.ts';
import { batch, contact, message, ticket, uuid } from './testing/rows.ts';
import { open, seeded, tempDir } from './testing/temp-store.ts';

const NOBODY = { interest: new Set<number>() };
const PEOPLE = Array.from({ length: 300 }, (_, at) => at + 1);

/** Long words, so that a piece of one stands in the index: its words are kept without the beginning that two share. */
const secretOf = (id: number) => `segredo${String(id).repeat(4)}zebra`;

/** Three hundred conversations, which came in parts as they do. */
function desk(dir: string): Store {
  const store = seeded(open(dir), []);
  let at = 10;
  for (const id of PEOPLE) {
    const puts = [
      { entity: 'contact' as const, rows: [contact({ id, name: `Nome ${secretOf(id)}` })] },
      {
        entity: 'ticket' as const,
        rows: [ticket({ id, contactId: id, lastMessage: `fim ${secretOf(id)}` })],
      },
      {
        entity: 'message' as const,
        rows: [message(id, { ticketId: id, contactId: id, body: `diz ${secretOf(id)}` })],
      },
    ];
    store.applyBatch(batch(at, ++at, { puts }), NOBODY);
  }
  return store;
}

const bytesOf = (dir: string) => Buffer.concat(readdirSync(dir).map((name) => readFileSync(join(dir, name))));
/** The end of a word: an index keeps it whole even where it leaves out the beginning. */
const isThere = (dir: string, id: number) =>
  bytesOf(dir).includes(secretOf(id).slice(7)) || bytesOf(dir).includes(secretOf(id));

test('of what was erased no byte stays, in no table, index or log, and everything else is found', () => {
  const dir = tempDir();
  const store = desk(dir);
  const told: unknown[] = [];
  store.on('erased', () => told.push(1));
  const seq = store.position().cursor?.seq ?? 0;
  const erased = [111, 222];
  expect(erased.map((id) => isThere(dir, id))).toEqual([true, true]);
  store.applyBatch(
    batch(seq, seq + 1, {
      deletes: [
        { entity: 'ticket', ids: ['111', '222'] },
        { entity: 'contact', ids: ['111', '222'] },
        { entity: 'message', ids: erased.map(uuid) },
      ],
    }),
    NOBODY,
  );
  expect(told).toEqual([1]);
  let steps = 0;
  while (store.purgeDeletedText()) steps += 1;
  expect(steps).toBeGreaterThan(3);
  expect(erased.map((id) => isThere(dir, id))).toEqual([false, false]);

  expect(isThere(dir, 112)).toBe(true);
  const found = (id: number) => [
    store.search.find({ text: secretOf(id), limit: 9 }).hits.length,
    store.contacts.search(secretOf(id).slice(3, -2), 9).length,
    store.tickets.ids({ status: null, search: secretOf(id).slice(3, -2) }).length,
  ];
  expect([found(112), found(111)]).toEqual([
    [1, 1, 1],
    [0, 0, 0],
  ]);
  // There is nothing more to do.
  expect(store.purgeDeletedText()).toBe(false);
});
