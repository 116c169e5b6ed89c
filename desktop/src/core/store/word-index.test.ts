import { expect, test } from 'vitest';
import type { Store } from './store.ts';
import { batch, message, ticket, uuid } from './testing/rows.ts';
import { open, seeded, tempDir } from './testing/temp-store.ts';

const NOBODY = { interest: new Set<number>() };
const found = (store: Store, text: string) =>
  store.search.find({ text, limit: 9 }).hits.map(({ body }) => body);

/** A catch-up brings three messages, and more is to follow. */
function catchingUp(dir: string): Store {
  const store = seeded(open(dir));
  const rows = ['boleto', 'pedido', 'recado'].map((word, n) => message(n + 1, { body: `${word} tardio` }));
  store.applyBatch({ ...batch(10, 11, { puts: [{ entity: 'message', rows }] }), more: true }, NOBODY);
  return store;
}

test('the index follows behind a catch-up, and what is edited or deleted meanwhile is found as it is then', () => {
  const store = catchingUp(tempDir());
  const edited = message(2, { body: 'encomenda tardia' });
  const later = batch(11, 12, {
    puts: [{ entity: 'message', rows: [edited] }],
    deletes: [{ entity: 'message', ids: [uuid(3)] }],
  });
  store.applyBatch({ ...later, more: true }, NOBODY);
  while (store.indexWords());
  expect(['boleto', 'pedido', 'encomenda', 'recado'].map((word) => found(store, word))).toEqual([
    ['boleto tardio'],
    [],
    ['encomenda tardia'],
    [],
  ]);
});

test('the end of a catch-up brings what is left into the index with it', () => {
  const store = catchingUp(tempDir());
  store.applyBatch(batch(11, 12, { puts: [{ entity: 'ticket', rows: [ticket()] }] }), NOBODY);
  expect(found(store, 'boleto')).toEqual(['boleto tardio']);
});

test('a program that ends between the rows and the index goes on with it at its next start', () => {
  const dir = tempDir();
  catchingUp(dir).close();
  const store = open(dir);
  expect(found(store, 'boleto')).toEqual([]);
  while (store.indexWords());
  expect(found(store, 'boleto')).toEqual(['boleto tardio']);
  expect(store.indexWords()).toBe(false);
});
