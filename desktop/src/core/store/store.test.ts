import { ticketListView } from '@balcao/shared/features/ticket-list/bridge.ts';
import { type TicketFilter, ticketFilter } from '@balcao/shared/features/ticket-list/filter.ts';
import type { SortedColumn } from '@balcao/shared/features/ticket-list/sort.ts';
import Sqlite from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import type { TicketSelection } from '../../features/ticket-list/ticket-query.ts';
import { createTables } from './tables.ts';
import {
  AD,
  batch,
  COLLEAGUE,
  contact,
  draftOf,
  instant,
  ME,
  message,
  ticket,
  user,
  uuid,
} from './testing/rows.ts';
import { open, seeded, tempDir } from './testing/temp-store.ts';

describe('ticket list', () => {
  const many = () =>
    seeded(open(tempDir()), [
      {
        entity: 'contact',
        rows: [
          contact({ id: 2, name: 'Padaria Avó', number: '551133334444' }),
          contact({ id: 3, name: 'Bia' }),
        ],
      },
      {
        entity: 'ticket',
        rows: [
          ticket({ id: 1, lastMessageAt: instant(5), unreadMessages: 2 }),
          ticket({
            id: 2,
            lastMessageAt: instant(9),
            lastMessage: 'Preço do pão?',
            waitingSince: instant(4),
            userId: COLLEAGUE,
          }),
          ticket({ id: 3, lastMessageAt: instant(5), waitingSince: instant(3) }),
          ticket({ id: 4, status: 'pending', userId: null, queueId: null, unreadMessages: 1 }),
          ticket({ id: 5, status: 'closed', unreadMessages: 1, referral: AD }),
        ],
      },
      { entity: 'user', rows: [user({ id: COLLEAGUE, name: 'Bruno' })] },
    ]);

  const ids = (page: { tickets: { id: number }[] }) => page.tickets.map(({ id }) => id);

  test('pages by last message, and equal times by id, without losing or repeating a ticket', () => {
    const store = many();
    const first = store.tickets.list({ status: 'open', search: '', before: null, limit: 2 });
    const second = store.tickets.list({ status: 'open', search: '', before: first.tickets[1]!, limit: 2 });
    expect([ids(first), first.hasMore, ids(second), second.hasMore]).toEqual([[2, 3], true, [1], false]);
  });

  test('search finds names, numbers as people write them, and last messages, whatever the accents', () => {
    const store = many();
    const search = (text: string) =>
      ids(store.tickets.list({ status: 'open', search: text, before: null, limit: 9 }));
    expect([
      search('conceicao'),
      search('AVÓ'),
      search('+55 (11) 3333-4444'),
      search('preco do p'),
      search('%'),
    ]).toEqual([[1], [2], [2], [2], []]);
  });

  test('search finds a mobile as people say it, whichever way WhatsApp spells it', () => {
    const store = seeded(open(tempDir()), [
      {
        entity: 'contact',
        rows: [
          contact({ id: 11, name: 'Ana', number: '553181234567' }),
          contact({ id: 12, name: 'Bia', number: '5531981231111' }),
        ],
      },
      { entity: 'ticket', rows: [11, 12].map((id) => ticket({ id, contactId: id })) },
    ]);
    const search = (text: string) => [
      ids(store.tickets.list({ status: 'open', search: text, before: null, limit: 9 })),
      store.contacts.search(text, 9).map(({ id }) => id),
    ];
    for (const said of ['98123-4567', '(31) 9 8123-4567', '+55 31 98123-4567'])
      expect([said, ...search(said)]).toEqual([said, [11], [11]]);
    expect(search('31 8123-1111')).toEqual([[12], [12]]);
    expect(search('8123')).toEqual([
      [12, 11],
      [11, 12],
    ]);
  });

  test('counts tickets, and the unread among those under way', () => {
    expect(many().tickets.counts()).toEqual({
      open: 3,
      pending: 1,
      chatbot: 0,
      closed: 1,
      snoozed: 0,
      unread: 2,
    });
  });

  test('an item carries the names of contact, queue, agent and connection, or their absence', () => {
    const store = many();
    expect(store.tickets.byUuid(ticket({ id: 2 }).uuid)).toMatchObject({
      contact: { name: 'Padaria Avó' },
      queue: { name: 'Suporte' },
      user: { name: 'Bruno' },
      whatsapp: { name: '', status: 'DISCONNECTED', reason: null },
      queued: false,
    });
    expect(store.tickets.byId(4)).toMatchObject({ queue: null, user: null });
    expect([store.tickets.byId(99), store.tickets.byUuid(uuid(1))]).toEqual([null, null]);
  });

  describe('a list of ids', () => {
    const all = ticketFilter.parse({});
    const list = (selection: Partial<TicketSelection>) =>
      many().tickets.ids({ status: 'open', search: '', ...selection });

    test('is the whole list in its order, of one status or of all', () => {
      expect([
        list({}),
        list({ sort: 'longest' }),
        list({ status: null, filter: all }),
        list({ status: null, search: 'pao' }),
      ]).toEqual([[2, 3, 1], [3, 2, 1], [2, 3, 1, 5, 4], [2]]);
    });

    test('each filter narrows, and so does every further one', () => {
      const narrowed = (filter: Partial<TicketFilter>) =>
        list({ status: null, filter: { ...all, ...filter } });
      expect([
        narrowed({ all: false }),
        narrowed({ userIds: [COLLEAGUE] }),
        narrowed({ queueIds: [1, 2] }),
        narrowed({ queueIds: [2] }),
        narrowed({ statuses: ['closed', 'pending'] }),
        narrowed({ unread: true }),
        narrowed({ unread: true, all: false, queueIds: [1] }),
        narrowed({ unanswered: true }),
        narrowed({ userIds: [COLLEAGUE], all: false }),
        narrowed({ queueIds: [null] }),
        narrowed({ queueIds: [2, null] }),
        narrowed({ connectionIds: [1], queueIds: [1, 2] }),
        narrowed({ connectionIds: [2] }),
        narrowed({ sources: ['ad'] }),
        narrowed({ sources: ['link', AD.source] }),
        narrowed({ sources: ['link', 'ad:2'] }),
      ]).toEqual([
        [3, 1, 5, 4],
        [2],
        [2, 3, 1, 5],
        [],
        [5, 4],
        [1, 5, 4],
        [1, 5],
        [2, 3],
        [],
        [4],
        [4],
        [2, 3, 1, 5],
        [],
        [5],
        [5],
        [],
      ]);
      expect(many().tickets.sources()).toEqual([AD]);
    });

    test('a range of days includes both, on this computer’s calendar', () => {
      const store = seeded(open(tempDir()), [
        {
          entity: 'ticket',
          rows: ['2026-03-01T00:00:00', '2026-03-01T23:59:59', '2026-03-02T00:00:00'].map((at, index) =>
            ticket({ id: index + 1, lastMessageAt: new Date(at).toISOString() }),
          ),
        },
      ]);
      const days = (from: string | null, to: string | null) =>
        store.tickets.ids({ status: 'open', search: '', filter: { ...all, from, to } });
      expect([days('2026-03-01', '2026-03-01'), days('2026-03-02', null), days(null, '2026-02-28')]).toEqual([
        [2, 1],
        [3],
        [],
      ]);
    });

    test('counters agree with the rows, under filters and with commands that wait', () => {
      const store = many();
      const command = (name: 'ticket.accept' | 'ticket.close', ticketId: number) =>
        store.enqueue({ name, args: { ticketId }, at: instant(20) });
      command('ticket.accept', 4);
      command('ticket.close', 2);
      for (const filter of [
        all,
        { ...all, all: false },
        { ...all, unread: true },
        { ...all, queueIds: [1] },
        { ...all, queueIds: [null] },
      ]) {
        const { unread: _unread, ...counts } = store.tickets.counts(filter);
        const rows = (['open', 'pending', 'closed'] as const).map((status) => [
          status,
          store.tickets.ids({ status, search: '', filter }).length,
        ]);
        const snoozed = store.tickets.ids({ status: null, search: '', filter, snoozed: true }).length;
        const chatbot = store.tickets.ids({ status: 'pending', search: '', filter, chatbot: true }).length;
        expect(counts).toEqual({ ...Object.fromEntries(rows), snoozed, chatbot });
      }
      expect(store.tickets.counts()).toMatchObject({ open: 3, pending: 0, closed: 2, snoozed: 0, unread: 2 });
    });

    test('leaves out what is put off until its time has come, and has what is pinned first', () => {
      const store = many();
      const soon = new Date(Date.now() + 3_600_000).toISOString();
      const enqueue: typeof store.enqueue = (command) => store.enqueue(command);
      const snooze = (ticketId: number, until: string) =>
        enqueue({ name: 'ticket.snooze', args: { ticketId, until }, at: instant(20) });
      snooze(4, '2040-01-01T12:00:00Z');
      snooze(2, soon);
      snooze(3, '2026-01-01T12:00:00Z');
      enqueue({ name: 'ticket.pin', args: { ticketId: 1, pinned: true }, at: instant(20) });
      const idsOf = (selection: Partial<TicketSelection>) =>
        store.tickets.ids({ status: 'open', search: '', ...selection });
      expect([
        idsOf({}),
        idsOf({ status: 'pending' }),
        idsOf({ status: null, snoozed: true }),
        idsOf({ status: null, snoozed: true, filter: { ...all, all: false } }),
        idsOf({ status: null }),
      ]).toEqual([[1, 3], [], [2, 4], [4], [2, 3, 1, 5, 4]]);
      expect(store.tickets.counts()).toMatchObject({ open: 2, pending: 0, snoozed: 2, unread: 1 });
      expect(store.tickets.counts({ ...all, queueIds: [null] })).toMatchObject({ open: 0, snoozed: 1 });
      expect(store.tickets.nextTurn()).toBe(Date.parse(soon));
      enqueue({ name: 'ticket.close', args: { ticketId: 1 }, at: instant(21) });
      enqueue({ name: 'ticket.accept', args: { ticketId: 4 }, at: instant(21) });
      expect([[...store.tickets.pinned()], idsOf({})]).toEqual([[], [3, 4]]);
    });

    test('has those with the bot apart from those who wait, counted and unread nowhere else, until somebody takes them', () => {
      const store = many();
      const withBot = { status: 'pending', userId: null, unreadMessages: 2, chatbot: true } as const;
      const rows = [6, 7].map((id) => ticket({ id, ...withBot, answerer: 'optionTree', queueId: id - 5 }));
      const before = store.tickets.counts();
      store.applyBatch(batch(10, 11, { puts: [{ entity: 'ticket', rows }] }), { interest: new Set() });
      const idsOf = (selection: Partial<TicketSelection>) =>
        store.tickets.ids({ status: 'pending', search: '', ...selection });
      expect([
        idsOf({ sort: 'longest' }),
        idsOf({ chatbot: true }),
        idsOf({ chatbot: true, filter: { ...all, queueIds: [2] } }),
        idsOf({ search: 'bom dia' }),
      ]).toEqual([[4], [7, 6], [7], [7, 6, 4]]);
      expect(store.tickets.counts()).toEqual({ ...before, chatbot: 2 });
      expect(store.tickets.counts({ ...all, queueIds: [2] })).toMatchObject({ pending: 0, chatbot: 1 });
      expect(store.tickets.unreadSince(0)).not.toContain(6);
      store.enqueue({
        name: 'ticket.snooze',
        args: { ticketId: 6, until: '2040-01-01T12:00:00Z' },
        at: instant(20),
      });
      store.enqueue({ name: 'ticket.accept', args: { ticketId: 7 }, at: instant(20) });
      expect(store.tickets.counts()).toEqual({ ...before, open: 4, snoozed: 1, unread: before.unread + 1 });
      expect([idsOf({ chatbot: true }), store.tickets.byId(7)?.chatbot]).toEqual([[], false]);
    });

    test('is in the order of a column, either way, with those that have nothing there at its end', () => {
      const store = many();
      const rows = [user({ id: ME, name: 'Álvaro' })];
      store.applyBatch(batch(10, 11, { puts: [{ entity: 'user', rows }] }), { interest: new Set() });
      const by = (column: SortedColumn) =>
        [false, true].map((descending) =>
          store.tickets.ids({ status: null, search: '', order: { column, descending } }),
        );
      expect([by('contact'), by('user'), by('waiting'), by('lastMessage')]).toEqual([
        [
          [3, 1, 2, 4, 5],
          [2, 1, 3, 5, 4],
        ],
        [
          [1, 3, 5, 2, 4],
          [2, 5, 3, 1, 4],
        ],
        [
          [2, 3, 1, 4, 5],
          [3, 2, 5, 4, 1],
        ],
        [
          [4, 5, 1, 3, 2],
          [2, 3, 1, 5, 4],
        ],
      ]);
    });

    test('rows are read by their ids, in the order asked for, without those that are gone', () => {
      expect(ids({ tickets: many().tickets.items([3, 99, 1]) })).toEqual([3, 1]);
    });
  });

  test('reads by index, over rows and commands alike, whatever the number of tickets', () => {
    const dir = tempDir();
    open(dir).close();
    const files = new Sqlite(`${dir}/cache.db`);
    files.prepare('attach ? as pending').run(`${dir}/pending.db`);
    const plans: string[] = [];
    const prepare = files.prepare.bind(files);
    const spy = Object.assign(Object.create(files), {
      prepare: (sql: string) => {
        if (/effective_(?!contact).*order by/s.test(sql)) plans.push(sql);
        return prepare(sql);
      },
      exec: files.exec.bind(files),
    });
    const { tickets } = createTables(spy, ME);
    for (const all of [true, false])
      tickets.list({ status: 'open', search: 'maria', all, before: null, limit: 1 });
    for (const status of ['open', null] as const)
      for (const filter of [
        ticketFilter.parse({}),
        ticketFilter.parse({ unread: true, queueIds: [1, null] }),
      ])
        tickets.ids({ status, search: '', filter });
    tickets.ids({ status: 'open', search: '', filter: ticketFilter.parse({ all: false }) });
    tickets.ids({ status: 'pending', search: '', sort: 'longest' });
    tickets.ids({ status: null, search: '', snoozed: true });
    tickets.ids({ status: 'pending', search: '', chatbot: true });
    tickets.ids({ status: 'open', search: '', sort: 'urgent' });
    const walks = plans.map((sql) => {
      const holes = sql.match(/[:?]\w*/g) ?? [];
      const named = Object.fromEntries(holes.map((hole) => [hole.slice(1), 1]));
      const explain = prepare(`explain query plan ${sql}`);
      const plan = (sql.includes('?') ? explain.all(...holes.map(() => 1)) : explain.all(named)) as {
        detail: string;
      }[];
      const steps = plan.map(({ detail }) => detail).join('\n');
      return (
        /^MERGE \(UNION ALL\)\nLEFT\n(?:SEARCH|SCAN) below USING (?:COVERING )?INDEX (\w+)/.exec(
          steps,
        )?.[1] ?? steps
      );
    });
    expect(walks).toEqual([
      'chat_list',
      'chat_message_of_chat',
      // Searching chats reads what is here of them, the newest first: ids tell the time.
      'sqlite_autoindex_chatMessage_1',
      'mention_list',
      'message_page',
      'message_page',
      'schedule_list',
      'schedule_list',
      'ticket_due',
      'ticket_list',
      'ticket_list',
      'ticket_list',
      'ticket_list',
      'ticket_newest',
      'ticket_newest',
      'ticket_list',
      'ticket_waiting',
      'ticket_snoozed',
      'ticket_with_bot',
      'ticket_due',
    ]);
    files.close();
  });
});

describe('conversation', () => {
  test('pages backwards, oldest first within a page, and carries quotes and names', () => {
    const store = seeded(open(tempDir()), [
      { entity: 'ticket', rows: [ticket()] },
      {
        entity: 'message',
        rows: [
          message(1),
          message(3, { createdAt: instant(2), quotedMsgId: uuid(1), fromMe: true, userId: ME }),
          message(2),
        ],
      },
    ]);
    const newest = store.messages.page({ ticketId: 1, before: null, limit: 2 });
    expect(newest.messages.map(({ id }) => id)).toEqual([uuid(2), uuid(3)]);
    expect(newest).toMatchObject({ hasMore: true, missing: null });
    expect(newest.messages[1]).toMatchObject({
      delivery: 'accepted',
      userName: 'Ana',
      quoted: { id: uuid(1), body: 'message 1', fromMe: false, mediaType: 'chat', isDeleted: false },
    });
    const older = store.messages.page({ ticketId: 1, before: newest.messages[0]!, limit: 2 });
    expect(older.messages.map(({ id }) => id)).toEqual([uuid(1)]);
    expect(older.missing).toEqual({ before: { createdAt: instant(1), id: uuid(1) } });
  });
});

test('how a person looks at the lists is kept apart from the cache', () => {
  const dir = tempDir();
  const store = open(dir);
  const first = store.listView.get();
  const view = {
    ...first,
    sorts: { ...first.sorts, pending: 'newest' as const },
    filter: { ...first.filter, queueIds: [3] },
  };
  store.listView.set(view);
  store.close();
  expect([first, open(dir).listView.get()]).toEqual([ticketListView.parse({}), view]);
});

test('drafts are kept apart from the cache, and an empty one is none', () => {
  const dir = tempDir();
  const store = open(dir);
  store.drafts.set(1, draftOf('meio escrito'));
  store.drafts.set(2, draftOf('outro'));
  store.drafts.set(2, draftOf(''));
  store.close();
  const again = open(dir);
  expect([again.drafts.get(1).body, again.drafts.get(2).body, again.drafts.get(3).body]).toEqual([
    'meio escrito',
    '',
    '',
  ]);
});
