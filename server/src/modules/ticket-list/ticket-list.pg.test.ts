import type { Actor } from '@balcao/shared/contract/roles.ts';
import { countTickets, listTickets } from '@balcao/shared/features/tickets/calls.ts';
import { describe, expect, it } from 'vitest';
import { createCompany, createTicket, type TicketFixture, type UserFixture } from '../../../test/fixtures.ts';
import { lookedAt, since } from '../../../test/looked-at.ts';
import { api, company, prepare } from './testing/lists.ts';
import type { TicketFilter } from './ticket-filter.repo.ts';
import { countViews, listViews } from './ticket-views.repo.ts';

prepare();

const actor = (user: UserFixture, profile: Actor['profile'] = 'user'): Actor => ({
  companyId: company.companyId,
  userId: user.id,
  profile,
  super: false,
  allTicket: false,
  queueIds: [company.queues.support],
});

describe('lists', () => {
  it('show what the agent sees, newest first, page by page', async () => {
    const pages = await createCompany(api.database.admin, 'Pages');
    const token = await api.signIn(pages.ana);
    const make = (options: Parameters<typeof createTicket>[2]) =>
      createTicket(api.database.admin, pages, options);
    for (let index = 0; index < 45; index++) await make({ name: `Cliente ${index}` });
    await make({ queueId: pages.queues.sales, name: 'Foreign' });
    await make({ userId: pages.ana.id, unread: 0 });
    const closed = await make({ status: 'closed', userId: pages.ana.id });
    const list = (query: Record<string, string>) => api.call(listTickets, { query, token });

    const first = await list({ status: 'pending', pageNumber: '1' });
    const second = await list({ status: 'pending', pageNumber: '2' });
    expect([first.tickets.length, first.hasMore, second.tickets.length, second.hasMore]).toEqual([
      40,
      true,
      5,
      false,
    ]);
    const names = [...first.tickets, ...second.tickets].map((row) => row.contact.name);
    expect(names).toEqual(Array.from({ length: 45 }, (_, index) => `Cliente ${44 - index}`));

    const ids = async (query: Record<string, string>) => (await list(query)).tickets.map((row) => row.id);
    const found = [
      await list({ status: 'pending', searchParam: 'cliente' }),
      await list({ status: 'pending', searchParam: 'cliente', pageNumber: '2' }),
    ];
    expect(found).toEqual([first, second]);
    expect(await ids({ searchParam: '%' })).toEqual([]);
    expect(await ids({ status: 'open', withUnreadMessages: 'true' })).toEqual([]);
    expect(await ids({ status: 'closed' })).toEqual([closed.id]);
    expect(await ids({ queueIds: JSON.stringify([pages.queues.sales]) })).toEqual([]);
    expect(await ids({ pageNumber: '999999' })).toEqual([]);

    const [last] = first.tickets.slice(-1);
    const after = JSON.stringify([last?.lastMessageAt, last?.id]);
    // What came meanwhile shifts pages that are counted, not those that go on from a ticket.
    await make({ name: 'Agora' });
    const counted = await list({ status: 'pending', pageNumber: '2' });
    expect(counted.tickets[0]?.id).toBe(last?.id);
    expect(await list({ status: 'pending', after })).toEqual(second);
    expect(await list({ status: 'pending', searchParam: 'cliente', after })).toEqual(second);
    for (const wrong of ['1', '["ontem",1]', '["2026-01-01T00:00:00Z"]', 'x'])
      await api.refused('ERR_VALIDATION', listTickets, { query: { after: wrong } as never, token });
  });

  it('show who waits longest first, also among tickets of every status', async () => {
    const { admin } = api.database;
    const own = await createCompany(admin, 'Waiting');
    const [ana, boss] = [await api.signIn(own.ana), await api.signIn(own.admin)];
    const waits = async (options: Parameters<typeof createTicket>[2], minute: number | null) => {
      const { id } = await createTicket(admin, own, options);
      const since = minute === null ? null : new Date(Date.UTC(2026, 0, 1, 12, minute));
      await admin`update tickets set waiting_since = ${since} where id = ${id}`;
      return id;
    };
    const asked = await waits({ userId: own.ana.id }, 30);
    const first = await waits({}, 10);
    const foreign = await waits({ userId: own.bruno.id, queueId: own.queues.sales }, 5);
    const second = await waits({}, 20);
    const answered = await waits({ userId: own.ana.id, unread: 0 }, null);
    await waits({ status: 'closed', userId: own.ana.id }, null);
    const list = (token: string, query: Record<string, string>) =>
      api.call(listTickets, { query: { sort: 'waiting', ...query } as never, token });
    const ids = async (token: string, query: Record<string, string> = {}) =>
      (await list(token, query)).tickets.map(({ id }) => id);

    expect(await ids(ana)).toEqual([first, second, asked]);
    expect(await ids(boss, { showAll: 'true' })).toEqual([foreign, first, second, asked]);
    expect(await ids(ana, { status: 'pending' })).toEqual([first, second]);
    expect(await ids(ana, { status: 'open' })).toEqual([asked]);
    expect(await ids(ana, { status: 'closed' })).toEqual([]);
    expect(await ids(boss, { showAll: 'true', users: JSON.stringify([own.ana.id]) })).toEqual([asked]);
    expect(await ids(ana, { sort: 'newest', status: 'open' })).toEqual([answered, asked]);
    const after = JSON.stringify(['2026-01-01T12:10:00.000Z', first]);
    expect(await ids(ana, { after })).toEqual([second, asked]);
    expect(await ids(boss, { showAll: 'true', after, withUnreadMessages: 'true' })).toEqual([second, asked]);
  });
});

describe('filters', () => {
  it('add up, and never show more than the list without them', async () => {
    const { admin } = api.database;
    const own = await createCompany(admin, 'Filters');
    const [ana, boss] = [await api.signIn(own.ana), await api.signIn(own.admin)];
    const make = (options: Parameters<typeof createTicket>[2]) => createTicket(admin, own, options);
    const waiting = await make({ unread: 2 });
    const mine = await make({ userId: own.ana.id, unread: 0 });
    const unread = await make({ userId: own.ana.id, unread: 1 });
    const sold = await make({ userId: own.bruno.id, queueId: own.queues.sales });
    const none = await make({ queueId: null });
    const old = await make({ status: 'closed', userId: own.ana.id });
    await admin`update tickets set created_at = '2025-03-01T02:30:00Z', updated_at = '2025-03-02T12:00:00Z',
      last_message_at = '2025-03-02T12:00:00Z' where id = ${old.id}`;
    const [red, blue] = await Promise.all(
      ['red', 'blue'].map(async (name) => {
        const [row] = await admin`insert into tags (company_id, name, color)
          values (${own.companyId}, ${name}, '#111111') returning id`;
        return Number(row?.id);
      }),
    );
    for (const [{ id }, tag] of [
      [waiting, red],
      [mine, red],
      [mine, blue],
      [sold, red],
    ] as const)
      await admin`insert into ticket_tags values (${own.companyId}, ${id}, ${tag ?? 0})`;

    const ids = async (token: string, query: Record<string, unknown>) => {
      const texts = Object.fromEntries(Object.entries(query).map(([key, value]) => [key, asText(value)]));
      const { tickets } = await api.call(listTickets, { query: texts, token });
      return tickets.map(({ id }) => id).toSorted((a, b) => a - b);
    };
    const asText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
    const all = [waiting, mine, unread, sold, none, old].map(({ id }) => id).toSorted((a, b) => a - b);
    const some = (...list: TicketFixture[]) => list.map(({ id }) => id).toSorted((a, b) => a - b);

    expect(await ids(boss, { showAll: true })).toEqual(all);
    expect(await ids(boss, {})).toEqual(some(waiting, none));
    expect(await ids(boss, { showAll: true, users: [], tags: [] })).toEqual(all);
    // Who may not see all is shown no more by asking for it.
    expect(await ids(ana, { showAll: true })).toEqual(some(waiting, mine, unread, old));
    expect(await ids(ana, {})).toEqual(some(waiting, mine, unread, old));
    expect(await ids(ana, { users: [own.bruno.id] })).toEqual([]);
    expect(await ids(ana, { tags: [red] })).toEqual(some(waiting, mine));
    expect(await ids(boss, { showAll: true, tags: [red] })).toEqual(some(waiting, mine, sold));
    expect(await ids(boss, { showAll: true, tags: [red, blue] })).toEqual(some(mine));
    expect(await ids(boss, { showAll: true, tags: [red, red] })).toEqual(some(waiting, mine, sold));
    expect(await ids(boss, { showAll: true, tags: [987_654] })).toEqual([]);
    expect(await ids(boss, { showAll: true, tags: [red], users: [own.bruno.id] })).toEqual(some(sold));
    expect(await ids(boss, { showAll: true, users: [own.ana.id, own.bruno.id] })).toEqual(
      some(mine, unread, sold, old),
    );
    expect(await ids(boss, { showAll: true, users: [own.ana.id], status: 'open' })).toEqual(
      some(mine, unread),
    );
    expect(await ids(boss, { showAll: true, queueIds: [own.queues.sales] })).toEqual(some(sold, none));
    expect(await ids(boss, { showAll: true, withUnreadMessages: true, status: 'open' })).toEqual(
      some(unread, sold),
    );
    // São Paulo's days: half past two in the morning of the first is still the day before.
    expect(await ids(boss, { showAll: true, date: '2025-02-28' })).toEqual(some(old));
    expect(await ids(boss, { showAll: true, date: '2025-03-01' })).toEqual([]);
    expect(await ids(boss, { showAll: true, updatedAt: '2025-03-02', users: [own.ana.id] })).toEqual(
      some(old),
    );
    expect(await ids(boss, { showAll: true, updatedAt: '2025-03-02', status: 'open' })).toEqual([]);
    const noon = '2025-03-02T12:00:00Z';
    expect(
      await ids(boss, { showAll: true, from: '2025-03-01T00:00:00Z', to: '2025-03-03T00:00:00Z' }),
    ).toEqual(some(old));
    expect(await ids(boss, { showAll: true, from: noon, status: 'closed' })).toEqual(some(old));
    expect(await ids(boss, { showAll: true, to: noon })).toEqual([]);
    expect(await ids(boss, { showAll: true, from: noon, to: noon, tags: [red], sort: 'waiting' })).toEqual(
      [],
    );
    for (const wrong of [
      { date: '2025-02-30' },
      { from: 'ontem' },
      { date: 'hoje' },
      { tags: 'x' },
      { users: '[-1]' },
    ])
      await api.refused('ERR_VALIDATION', listTickets, { query: wrong as never, token: boss });

    const counts = async (token: string, query: Record<string, string>) =>
      await api.call(countTickets, { query, token });
    expect(await counts(boss, { showAll: 'true' })).toEqual({
      open: 3,
      pending: 2,
      closed: 1,
      unread: 2,
      chatbot: 0,
      snoozed: 0,
    });
    expect(await counts(ana, { showAll: 'true' })).toEqual({
      open: 2,
      pending: 1,
      closed: 1,
      unread: 1,
      chatbot: 0,
      snoozed: 0,
    });
    expect(await counts(boss, { showAll: 'true', tags: JSON.stringify([red]) })).toEqual({
      open: 2,
      pending: 1,
      closed: 0,
      unread: 1,
      chatbot: 0,
      snoozed: 0,
    });
    expect(await counts(ana, { users: JSON.stringify([own.bruno.id]) })).toEqual({
      open: 0,
      pending: 0,
      closed: 0,
      unread: 0,
      chatbot: 0,
      snoozed: 0,
    });

    const byChoice = (chatbot: boolean) => ids(ana, { status: 'pending', chatbot });
    expect([await byChoice(true), await byChoice(false)]).toEqual([[], some(waiting)]);
    await admin`update tickets set answerer = 'queueMenu', waiting_since = null where id = ${waiting.id}`;
    expect([await byChoice(true), await byChoice(false)]).toEqual([some(waiting), []]);
    expect(await ids(ana, { status: 'pending' })).toEqual(some(waiting));
    expect(await ids(ana, { status: 'pending', sort: 'waiting' })).toEqual([]);
    expect(await counts(ana, { showAll: 'true' })).toMatchObject({ open: 2, pending: 0, chatbot: 1 });
    expect(await counts(boss, { chatbot: 'false' })).toMatchObject({ pending: 1, chatbot: 0 });
    await api.refused('ERR_VALIDATION', listTickets, { query: { chatbot: 'x' } as never, token: boss });
  });

  it('are answered from their indexes in a company with many tickets', async () => {
    const { admin } = api.database;
    const many = await createCompany(admin, 'Large');
    const rare = await createTicket(admin, many, { userId: many.ana.id, unread: 1 });
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' }).format(new Date());
    const soon = new Date(Date.now() + 60_000).toISOString();
    const contacts = 20_000;
    await admin.begin(async (tx) => {
      // Nobody follows this company, and the triggers cost more than the rows.
      await tx`set local session_replication_role = replica`;
      await tx`insert into contacts (company_id, name, number)
        select ${many.companyId}, 'Cliente ' || n, '55' || n from generate_series(1, ${contacts}) n`;
      await tx`
        insert into tickets (company_id, contact_id, connection_id, queue_id, user_id, status, last_message_at,
          created_at, updated_at)
        select ${many.companyId}, c.id, ${many.connectionId}, ${many.queues.sales}, ${many.bruno.id}, 'closed',
          now() + make_interval(hours => 1, secs => c.id), '2024-01-01', '2024-01-01'
        from contacts c where c.company_id = ${many.companyId} and c.id <> ${rare.contactId}`;
    });
    const [tag] = await admin`insert into tags (company_id, name, color)
      values (${many.companyId}, 'rara', '#222222') returning id`;
    await admin`insert into ticket_tags values (${many.companyId}, ${rare.id}, ${tag?.id ?? 0})`;
    await admin`update tickets set snoozed_until = '2040-01-01' where id = ${rare.id}`;
    const [other] = await admin<{ id: number }[]>`
      insert into connections (company_id, name) values (${many.companyId}, 'Outra') returning id::int`;
    const second = other?.id ?? 0;
    await admin`update tickets set connection_id = ${second} where id = ${rare.id}`;
    const referral = admin.json({ kind: 'ad', source: 'ad:1' });
    await admin`update tickets set referral = ${referral}, referred_at = now() where id = ${rare.id}`;
    await admin`analyze tickets`;
    const boss: Actor = { ...actor(many.admin, 'admin'), companyId: many.companyId };
    const wanted: TicketFilter[] = [
      { tags: [Number(tag?.id)] },
      { users: [many.ana.id] },
      { queueIds: [many.queues.support] },
      { connections: [second] },
      { sources: ['ad:1'] },
      { sources: ['link', 'ad', 'ad:2'] },
      { updatedAt: today },
      { date: today },
      { withUnreadMessages: true },
      { snoozed: true },
      { to: soon },
      { to: soon, tags: [Number(tag?.id)] },
      { users: [many.ana.id], tags: [Number(tag?.id)], withUnreadMessages: true },
    ];
    const talks = await createTicket(admin, many, { queueId: many.queues.sales });
    await admin`update tickets set answerer = 'optionTree', waiting_since = null where id = ${talks.id}`;
    await api.db.readCompany(many.companyId, async (tx) => {
      const before = await lookedAt(tx, 'tickets');
      const asked = { showAll: true, status: 'pending', chatbot: true } as const;
      const rows = await listViews(tx, boss, asked, { offset: 0, limit: 41 });
      expect([rows.map(({ id }) => id), (await countViews(tx, boss, asked)).chatbot]).toEqual([
        [talks.id],
        1,
      ]);
      const read = since(before, await lookedAt(tx, 'tickets'));
      expect({ ...read, few: read.rows < 500 }).toMatchObject({ scans: 0, few: true });
    });
    await admin`delete from tickets where id = ${talks.id}`;
    for (const filter of wanted)
      for (const status of [undefined, 'open', 'closed'] as const)
        await api.db.readCompany(many.companyId, async (tx) => {
          const asked = { showAll: true, ...filter, status };
          const what = JSON.stringify(asked);
          const before = await lookedAt(tx, 'tickets');
          const rows = await listViews(tx, boss, asked, { offset: 0, limit: 41 });
          expect(
            rows.map(({ id }) => id),
            what,
          ).toEqual(status === 'closed' ? [] : [rare.id]);
          const { closed } = await countViews(tx, boss, { showAll: true, ...filter });
          expect([closed, what]).toEqual([0, what]);
          // Nothing was read through, and few of twenty thousand rows were looked at.
          const read = since(before, await lookedAt(tx, 'tickets'));
          expect({ what, ...read, few: read.rows < 500 }).toMatchObject({ what, scans: 0, few: true });
        });
    // The tabs of somebody who sees all, and of an agent.
    for (const who of [
      boss,
      { ...actor(many.ana), companyId: many.companyId, queueIds: [many.queues.support] },
    ])
      await api.db.readCompany(many.companyId, async (tx) => {
        const before = await lookedAt(tx, 'tickets');
        await countViews(tx, who, { showAll: true });
        for (const status of [undefined, 'pending', 'open', 'closed'] as const)
          for (const sort of ['newest', 'waiting'] as const)
            await listViews(tx, who, { showAll: true, status, sort }, { offset: 0, limit: 41 });
        const read = since(before, await lookedAt(tx, 'tickets'));
        expect({ ...read, few: read.rows < 2_000 }).toMatchObject({ scans: 0, few: true });
      });
  }, 60_000);
});
