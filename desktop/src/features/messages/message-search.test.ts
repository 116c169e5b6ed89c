import { expect, test } from 'vitest';
import { COLLEAGUE, contact, instant, ME, message, ticket, uuid } from '../../core/store/testing/rows.ts';
import { open, seeded, tempDir } from '../../core/store/testing/temp-store.ts';

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
  store.search.find({ text, limit: 9 }).hits.map(({ id }) => id);

test('finds words by their beginnings, whatever the accents, newest first, and nothing that people cannot see', () => {
  const store = said();
  expect([
    found(store, 'padar'),
    found(store, 'pao quente'),
    found(store, 'PÃES'),
    found(store, 'adaria'),
    found(store, 'kind closed'),
  ]).toEqual([[uuid(3), uuid(1)], [uuid(3)], [uuid(2)], [], []]);
  expect(store.search.find({ text: 'queijo', limit: 9 }).hits).toMatchObject([
    { contactName: 'Conceição', ticketUuid: ticket({ id: 1 }).uuid, body: 'pães de queijo também' },
  ]);
  expect(store.search.find({ text: 'padaria', limit: 1 })).toMatchObject({
    hits: [{ id: uuid(3) }],
    hasMore: true,
  });
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

test('leaves out what the filters leave out, each of them and all together', () => {
  const MANY = 150;
  const store = seeded(open(tempDir()), [
    {
      entity: 'ticket',
      // More tickets than the index is asked for one by one.
      rows: Array.from({ length: MANY }, (_, at) =>
        ticket({
          id: at + 1,
          contactId: 1,
          queueId: at === 0 ? 2 : 1,
          userId: at === 0 ? COLLEAGUE : ME,
          tagIds: at === 0 ? [4, 5] : [4],
        }),
      ),
    },
    {
      entity: 'message',
      rows: [
        message(1, { body: 'sonho um', origin: 'import', createdAt: instant(-3 * 86_400) }),
        message(2, { body: 'sonho dois', mediaType: 'image' }),
        message(3, { body: 'sonho três', ticketId: 2, contactId: 1, createdAt: instant(3 * 86_400) }),
      ],
    },
  ]);
  const none = { queueIds: [], tagIds: [], userIds: [], from: null, to: null, kinds: [], origins: [] };
  const of = (filter: object) =>
    store.search
      .find({ text: 'sonh', limit: 9, filter: { ...none, ...filter } })
      .hits.map(({ body }) => body.slice(6));
  const day = instant(0).slice(0, 10);
  expect({
    none: of({}),
    rareQueue: of({ queueIds: [2] }),
    commonQueue: of({ queueIds: [1] }),
    agent: of({ userIds: [COLLEAGUE] }),
    oneTag: of({ tagIds: [4] }),
    bothTags: of({ tagIds: [4, 5] }),
    kind: of({ kinds: ['image', 'video'] }),
    origin: of({ origins: ['import', 'bot'] }),
    from: of({ from: day }),
    to: of({ to: day }),
    all: of({ queueIds: [2], tagIds: [4], userIds: [COLLEAGUE], from: day, to: day, kinds: ['image'] }),
    nothing: of({ queueIds: [3] }),
  }).toEqual({
    none: ['três', 'dois', 'um'],
    rareQueue: ['dois', 'um'],
    commonQueue: ['três'],
    agent: ['dois', 'um'],
    oneTag: ['três', 'dois', 'um'],
    bothTags: ['dois', 'um'],
    kind: ['dois'],
    origin: ['um'],
    from: ['três', 'dois'],
    to: ['dois', 'um'],
    all: ['dois'],
    nothing: [],
  });
});

test('finds what one of many tickets said once, behind everything that others have said since', () => {
  const NOISE = 20_050;
  const store = seeded(open(tempDir()), [
    {
      entity: 'ticket',
      rows: Array.from({ length: 121 }, (_, at) =>
        ticket({ id: at + 1, contactId: 1, tagIds: at < 120 ? [4] : [] }),
      ),
    },
    {
      entity: 'message',
      rows: [
        message(1, { ticketId: 120, contactId: 1, body: 'boleto', createdAt: instant(0) }),
        ...Array.from({ length: NOISE }, (_, at) =>
          message(at + 2, { ticketId: 121, contactId: 1, body: 'boleto', createdAt: instant(at + 2) }),
        ),
      ],
    },
  ]);
  const filter = { queueIds: [], tagIds: [4], userIds: [], from: null, to: null, kinds: [], origins: [] };
  expect(store.search.find({ text: 'boleto', limit: 9, filter })).toMatchObject({
    hits: [{ id: uuid(1) }],
    hasMore: false,
  });
});

test('shows what was said last first, although it came first, and however much was said in one second', () => {
  const store = seeded(open(tempDir()), [
    { entity: 'contact', rows: [contact({ id: 1 })] },
    { entity: 'ticket', rows: [ticket({ id: 1, contactId: 1 })] },
    { entity: 'message', rows: [message(1, { body: 'eco novo', createdAt: instant(9) })] },
    {
      entity: 'message',
      rows: Array.from({ length: 1_100 }, (_, at) =>
        message(at + 2, { body: `eco ${at}`, createdAt: instant(1) }),
      ),
    },
    { entity: 'message', rows: [message(5_000, { body: 'eco velho', createdAt: instant(0) })] },
  ]);
  const { hits, hasMore } = store.search.find({ text: 'eco', limit: 2_000 });
  expect([hits.length, hasMore, hits[0]?.body, hits.at(-1)?.body]).toEqual([
    1_102,
    false,
    'eco novo',
    'eco velho',
  ]);
  expect(store.search.find({ text: 'eco', limit: 1 }).hits).toMatchObject([{ body: 'eco novo' }]);
});

test('finds contacts by any parts of name and number, names that begin so first', () => {
  const store = seeded(open(tempDir()), [
    {
      entity: 'contact',
      rows: [
        contact({ id: 2, name: 'Rita Conceição', number: '5511900000002' }),
        contact({ id: 3, name: 'Conceição Lima', number: '5511900000003' }),
        contact({ id: 4, name: 'Paulo', number: '5511900000004' }),
      ],
    },
  ]);
  const found = (text: string) => store.contacts.search(text, 9).map(({ id }) => id);
  expect([
    found('CONCEICAO'),
    found('lima conce'),
    found('+55 11 90000-0004'),
    found('%'),
    found(' '),
  ]).toEqual([[3, 2, 1], [3], [4], [], []]);
});

test("knows what contacts' further fields are called, the commonest first", () => {
  const extra = (id: number, ...names: string[]) =>
    contact({ id, extraInfo: names.map((name) => ({ name, value: 'x' })) });
  const store = seeded(open(tempDir()), [
    {
      entity: 'contact',
      rows: [extra(1), extra(2, 'CPF', 'Pedido '), extra(3, 'pedido', ' '), extra(4, 'Placa')],
    },
  ]);
  expect(store.contacts.fieldNames(2).map((name) => name.toLowerCase())).toEqual(['pedido', 'cpf']);
});

test('finds in one conversation what its tickets say, in the order of time', () => {
  const store = seeded(open(tempDir()), [
    { entity: 'contact', rows: [contact({ id: 1 }), contact({ id: 2 })] },
    {
      entity: 'ticket',
      rows: [1, 2, 3].map((id) => ticket({ id, contactId: id === 3 ? 2 : 1 })),
    },
    {
      entity: 'message',
      rows: [
        message(1, { body: 'Bolo de fubá', contactId: 1 }),
        message(2, { body: 'bolos, muitos 🎂', ticketId: 2, contactId: 1 }),
        message(3, { body: 'bolo', ticketId: 3, contactId: 2 }),
        message(4, { body: 'rebolo' }),
        message(5, { body: 'bolo apagado', isDeleted: true }),
      ],
    },
  ]);
  const hits = (text: string) => store.search.findOf(1, text).hits.map(({ id }) => id);
  expect([hits('bolo'), hits('FUBA bol'), hits('🎂'), hits('%'), hits('"')]).toEqual([
    [uuid(2), uuid(1)],
    [uuid(1)],
    [uuid(2)],
    [],
    [],
  ]);
  expect(store.search.findOf(1, 'bolo').complete).toBe(false);
});
