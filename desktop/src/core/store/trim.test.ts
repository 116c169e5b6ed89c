import { expect, test } from 'vitest';
import type { Store } from './store.ts';
import { createFaults } from './testing/faults.ts';
import { batch, contact, draftOf, instant, message, START, ticket, uuid } from './testing/rows.ts';
import { open, seeded, snapshot, tempDir } from './testing/temp-store.ts';

const DAY = 86_400;
const LATER = START + 1_000 * DAY;
const media = (n: number) => ({
  id: uuid(0x900 + n),
  state: 'stored' as const,
  mime: 'image/png',
  size: 1,
  name: 'a.png',
  width: null,
  height: null,
  seconds: null,
  voice: false,
  waveform: null,
});

/** Contacts 1 to 9, each with a closed conversation, older by number, unless said otherwise. */
function years(store: Store): Store {
  const people = [1, 2, 3, 4, 5, 6, 7, 8, 9];
  return seeded(store, [
    { entity: 'contact', rows: people.map((id) => contact({ id, name: `Pessoa ${id}` })) },
    {
      entity: 'ticket',
      rows: [
        ...people.map((id) =>
          ticket({
            id,
            status: id === 1 ? 'open' : 'closed',
            lastMessageAt: instant(-id * 10 * DAY),
          }),
        ),
        // An old ticket of a contact who waits now, and a new one of an old contact.
        ticket({ id: 11, contactId: 1, status: 'closed', lastMessageAt: instant(-900 * DAY) }),
        ticket({ id: 19, contactId: 9, status: 'closed', lastMessageAt: instant(0) }),
      ],
    },
    {
      entity: 'message',
      rows: [
        ...people.map((id) => message(id, { ticketId: id, body: `palavra ${id}`, media: media(id) })),
        message(11, { ticketId: 11, contactId: 1, body: 'palavra antiga' }),
      ],
    },
  ]);
}

const left = (store: Store) => store.search.find({ text: 'palavra', limit: 99 }).hits.map(({ id }) => id);
const trim = (store: Store, before: number, shown: number[] = []) => {
  while (store.trim({ before, shown, limit: 2 }) > 0);
};

test('closed conversations leave when nobody wrote for long, with words, files and contact, and come again', () => {
  const store = years(open(tempDir()));
  const gone: string[] = [];
  store.on('orphaned', (ids) => gone.push(...ids));
  trim(store, START - 55 * DAY * 1_000);
  expect(left(store).sort()).toEqual([1, 2, 3, 4, 5, 9, 11].map(uuid));
  expect(gone.sort()).toEqual([6, 7, 8].map((n) => media(n).id));
  expect([store.tickets.byId(7), store.contacts.byId(7)]).toEqual([null, null]);
  expect(store.contacts.search('pessoa', 9).map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 9]);
  expect(store.messages.page({ ticketId: 2, before: null, limit: 9 }).messages).toHaveLength(1);

  store.applyBatch(
    batch(10, 11, {
      puts: [
        { entity: 'contact', rows: [contact({ id: 7, name: 'Pessoa 7' })] },
        { entity: 'ticket', rows: [ticket({ id: 7, status: 'open' })] },
        { entity: 'message', rows: [message(7, { ticketId: 7, body: 'palavra 7' })] },
      ],
    }),
    { interest: new Set() },
  );
  expect(left(store)).toContain(uuid(7));
});

test('nothing that waits, was refused, has a draft or is looked at ever leaves, nor what a waiting command needs', () => {
  const store = years(open(tempDir()));
  store.drafts.set(2, draftOf('ainda não'));
  store.enqueue({ name: 'note.add', args: { id: uuid(50), ticketId: 3, body: 'nota' }, at: instant(1) });
  store.enqueue({
    name: 'contact.update',
    args: { contactId: 4, change: { notes: 'novo' } },
    at: instant(1),
  });
  store.enqueue({
    name: 'message.forward',
    args: { id: uuid(51), ticketId: 1, ofId: uuid(5) },
    at: instant(1),
  });
  const [, , forward] = store.outbox.ready(9);
  store.outbox.refuse(forward ?? 0, 'ERR_TICKET_CLOSED', {});
  trim(store, LATER, [6]);
  expect(left(store).sort()).toEqual([1, 2, 3, 4, 5, 6, 11].map(uuid));
  expect(store.contacts.byId(4)?.notes).toBe('novo');
  expect(store.drafts.get(2).body).toBe('ainda não');
  expect(store.usage()).toMatchObject({ drafts: 1, commands: 3, messages: 7 });
});

test('a crash at any statement of an eviction leaves the state before or after it, with drafts and commands', () => {
  const prepare = (store: Store) => {
    years(store);
    store.drafts.set(2, draftOf('fica'));
    store.enqueue({ name: 'note.add', args: { id: uuid(50), ticketId: 3, body: 'nota' }, at: instant(1) });
    return store;
  };
  const evict = (store: Store) => store.trim({ before: LATER, shown: [], limit: 99 });
  const reference = prepare(open(tempDir()));
  const before = snapshot(reference);
  expect(evict(reference)).toBe(6);
  const after = snapshot(reference);

  let survived = 0;
  for (let statements = 0; ; statements++) {
    const faults = createFaults();
    const dir = tempDir();
    const victim = prepare(open(dir, { open: faults.open }));
    faults.crashAfter(statements);
    let finished = true;
    try {
      evict(victim);
    } catch {
      finished = false;
    }
    victim.close();
    const again = open(dir);
    const found = snapshot(again);
    expect(found).toEqual(found.tickets.length === before.tickets.length ? before : after);
    expect([again.drafts.get(2).body, again.outbox.size()]).toEqual(['fica', 1]);
    evict(again);
    expect(snapshot(again)).toEqual(after);
    again.close();
    if (finished) break;
    survived += 1;
  }
  expect(survived).toBeGreaterThan(20);
});

test('what a deleted conversation showed is told, so that its files go too', () => {
  const store = years(open(tempDir()));
  const gone: string[] = [];
  store.on('orphaned', (ids) => gone.push(...ids));
  store.applyBatch(batch(10, 11, { deletes: [{ entity: 'ticket', ids: ['5'] }] }), { interest: new Set() });
  store.applyBatch(batch(11, 12, { evicts: [{ entity: 'message', ids: [uuid(6)] }] }), {
    interest: new Set(),
  });
  expect(gone).toEqual([media(5).id, media(6).id]);
});
