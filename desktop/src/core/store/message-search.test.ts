import { expect, test } from 'vitest';
import { contact, message, ticket, uuid } from './testing/rows.ts';
import { open, seeded, tempDir } from './testing/temp-store.ts';

const said = () =>
  seeded(open(tempDir()), [
    { entity: 'contact', rows: [contact({ id: 1, name: 'Conceição' })] },
    { entity: 'ticket', rows: [ticket({ id: 1, contactId: 1 })] },
    {
      entity: 'message',
      rows: [
        message(1, { body: 'A Padaria abre às 7?' }),
        message(3, { body: 'padaria, sim: o PÃO sai quente' }),
        message(2, { body: 'pães de queijo também' }),
        message(4, { body: 'apagada padaria', isDeleted: true }),
        message(5, { body: '{"kind":"closed","by":"Padaria"}', mediaType: 'event' }),
      ],
    },
  ]);

const found = (store: ReturnType<typeof said>, text: string) =>
  store.searchMessages(text, 9).hits.map(({ id }) => id);

test('finds words by their beginnings, whatever the accents, newest first, and nothing that people cannot see', () => {
  const store = said();
  expect([
    found(store, 'padar'),
    found(store, 'pao quente'),
    found(store, 'PÃES'),
    found(store, 'adaria'),
    found(store, 'kind closed'),
  ]).toEqual([[uuid(3), uuid(1)], [uuid(3)], [uuid(2)], [], []]);
  expect(store.searchMessages('queijo', 9).hits).toMatchObject([
    { contactName: 'Conceição', ticketUuid: ticket({ id: 1 }).uuid, body: 'pães de queijo também' },
  ]);
  expect(store.searchMessages('padaria', 1)).toMatchObject({ hits: [{ id: uuid(3) }], hasMore: true });
});

test('takes nothing that is typed for an operator', () => {
  const store = said();
  for (const text of [
    '"',
    "'",
    '*',
    'padaria OR queijo',
    'body:padaria',
    'NEAR(pao)',
    '(',
    '-pao',
    '^pao',
    '%',
    '🙂',
  ])
    expect(() => found(store, text)).not.toThrow();
  expect(found(store, 'padaria OR queijo')).toEqual([]);
  expect(found(store, '%')).toEqual([]);
});

test('forgets what was edited, and what left with its ticket', () => {
  const store = said();
  store.beginBootstrap();
  store.applyBootstrapRows({ entity: 'contact', rows: [contact({ id: 1, name: 'Conceição' })] });
  store.applyBootstrapRows({ entity: 'ticket', rows: [ticket({ id: 1, contactId: 1 })] });
  store.applyBootstrapRows({
    entity: 'message',
    rows: [message(2, { body: 'broas de milho', isEdited: true })],
  });
  store.finishBootstrap({ epoch: uuid(99), seq: 9, viewVersion: 1 });
  expect([found(store, 'queijo'), found(store, 'padaria'), found(store, 'broa')]).toEqual([
    [],
    [],
    [uuid(2)],
  ]);
});
