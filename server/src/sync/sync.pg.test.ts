import { ENTITY_NAMES } from '@balcao/shared/sync/entities.ts';
import { PROTOCOL } from '@balcao/shared/sync/protocol.ts';
import { describe, expect, test } from 'vitest';
import { addMessage, addTicket, changeTicket, insertMessage } from './testing/data.ts';
import { ana, bruno, company, prepare, sales, server, support } from './testing/sync.ts';

prepare();

describe('a console', () => {
  test('is greeted, gets its working set, and then each change at once', async () => {
    const ticket = await addTicket(server.db, company, {
      queueId: support(),
      name: 'Clara',
      messages: ['oi', 'tudo bem?'],
    });
    await addTicket(server.db, company, {
      queueId: support(),
      name: 'Old',
      status: 'closed',
      lastMessageAt: new Date(Date.now() - 8 * 86_400_000),
    });
    const desk = server.console(ana);
    const welcome = await desk.next('welcome', undefined, 0);
    expect(welcome).toMatchObject({ protocol: PROTOCOL, lastMutationSeq: 0, floor: 0 });
    const end = await desk.next('bootstrap.end', undefined, 0);
    expect(end.counts).toEqual({
      // What is said in chats is fetched as it is looked at.
      ...Object.fromEntries(
        ENTITY_NAMES.flatMap((entity) => (entity === 'chatMessage' ? [] : [[entity, 0]])),
      ),
      user: 3,
      queue: 2,
      connection: 1,
      contact: 1,
      ticket: 1,
      message: 2,
    });
    await desk.live();
    expect(desk.store.get('ticket', ticket.id)).toMatchObject({ status: 'pending', unreadMessages: 2 });
    expect(
      desk.store
        .rows('message')
        .map((message) => message.body)
        .toSorted(),
    ).toEqual(['oi', 'tudo bem?']);

    const at = performance.now();
    const arrival = desk.next('batch', (batch) => batch.puts.some((set) => set.entity === 'message'));
    await addMessage(server.db, company, ticket, 'preciso de ajuda');
    const batch = await arrival;
    expect(performance.now() - at).toBeLessThan(1_000);
    expect(batch.puts.map((set) => set.entity)).toEqual(['contact', 'ticket', 'message']);
    expect(desk.store.get('ticket', ticket.id)).toMatchObject({ lastMessage: 'preciso de ajuda' });
    desk.cut();
  });

  test('I4, I8: a transferred ticket is evicted here, appears there whole, and comes back whole', async () => {
    const ticket = await addTicket(server.db, company, {
      queueId: support(),
      name: 'Transferida',
      messages: ['um', 'dois'],
    });
    const [here, there] = [server.console(ana), server.console(bruno)];
    await Promise.all([here.live(), there.live()]);
    expect(there.store.get('ticket', ticket.id)).toBeUndefined();

    const evicted = here.next('batch', (batch) => batch.evicts.some((set) => set.entity === 'ticket'));
    const appeared = there.next('batch', (batch) => batch.puts.some((set) => set.entity === 'ticket'));
    await changeTicket(server.db, company, ticket.id, { queueId: sales() });
    expect(await evicted).toMatchObject({
      evicts: [
        { entity: 'ticket', ids: [String(ticket.id)] },
        { entity: 'contact', ids: [String(ticket.contactId)] },
      ],
      deletes: [],
    });
    await appeared;
    const complete = { ticket: ticket.id, contact: 'Transferida', messages: ['dois', 'um'] };
    const held = (desk: typeof here) => ({
      ticket: desk.store.get('ticket', ticket.id)?.id,
      contact: desk.store.get('contact', ticket.contactId)?.name,
      messages: desk.store
        .rows('message')
        .filter((message) => message.ticketId === ticket.id)
        .map((message) => message.body)
        .toSorted(),
    });
    expect(held(there)).toEqual(complete);
    expect(held(here)).toEqual({ ticket: undefined, contact: undefined, messages: [] });

    // News while it is out of view concern nobody here, and are there when it comes back.
    await addMessage(server.db, company, ticket, 'segredo');
    await here.settle();
    const back = here.next('batch', (batch) => batch.puts.some((set) => set.entity === 'ticket'));
    await changeTicket(server.db, company, ticket.id, { queueId: support() });
    await back;
    await there.settle();
    expect(held(here)).toEqual({ ...complete, messages: ['dois', 'segredo', 'um'] });
    expect(held(there)).toEqual({ ticket: undefined, contact: undefined, messages: [] });
    here.cut();
    there.cut();
  });

  test('I4: nothing of another queue or another company ever reaches it, only those who may get the QR code', async () => {
    const provider = (word: string) =>
      server.db.withCompany(company.companyId, async (tx) => {
        await tx`
          insert into settings (company_id, key, value)
          values (${company.companyId}, 'ipixc', ${word}), (${company.companyId}, 'clientidmkauth', ${word})
          on conflict (company_id, key) do update set value = excluded.value`;
      });
    await provider('PROVIDER at the start');
    const other = await server.company('Concorrente');
    await addTicket(server.db, other, {
      queueId: other.queues.support,
      name: 'CANARY',
      messages: ['CANARY'],
    });
    const hidden = await addTicket(server.db, company, {
      queueId: sales(),
      name: 'HIDDEN',
      messages: ['HIDDEN'],
    });
    const boss = await server.openSession(company.admin);
    const desks = { ana: server.console(ana), admin: server.console(boss) };
    await Promise.all([desks.ana.live(), desks.admin.live()]);
    await addMessage(server.db, company, hidden, 'HIDDEN again');
    await addTicket(server.db, other, { queueId: other.queues.sales, name: 'CANARY', messages: ['CANARY'] });
    await server.db.withCompany(other.companyId, async (tx) => {
      await tx`insert into settings (company_id, key, value) values (${other.companyId}, 'CANARY', 'CANARY')`;
    });
    await provider('PROVIDER on the way');
    await server.db.withCompany(company.companyId, async (tx) => {
      await tx`update connections set status = 'qrcode', qrcode = 'QR-SECRET' where id = ${company.connectionId}`;
    });
    for (const request of [
      { what: 'messages', ticketId: hidden.id, before: null, limit: 10 },
      { what: 'closedTickets', before: null, limit: 10 },
    ])
      desks.ana.send({ type: 'fetch', reqId: 1, ...request });
    await Promise.all([desks.ana.settle(), desks.admin.settle()]);
    const seen = (desk: typeof desks.ana) =>
      ['CANARY', 'HIDDEN', 'QR-SECRET', 'PROVIDER'].filter((word) =>
        desk.texts.some((text) => text.includes(word)),
      );
    expect({ ana: seen(desks.ana), admin: seen(desks.admin) }).toEqual({
      ana: [],
      admin: ['HIDDEN', 'QR-SECRET'],
    });
    expect(desks.ana.store.get('connection', company.connectionId)).toMatchObject({
      status: 'qrcode',
      qrcode: null,
    });
    desks.ana.cut();
    desks.admin.cut();
  });

  test("messages of a colleague's ticket come only while it is open on the screen", async () => {
    const ticket = await addTicket(server.db, company, {
      queueId: support(),
      name: 'Colega',
      status: 'open',
      userId: company.admin.id,
      messages: ['antes'],
    });
    const desk = server.console(ana);
    await desk.live();
    const bodies = () =>
      desk.store
        .rows('message')
        .filter((message) => message.ticketId === ticket.id)
        .map((message) => message.body);
    await addMessage(server.db, company, ticket, 'unseen');
    await desk.settle();
    expect(desk.store.get('ticket', ticket.id)?.lastMessage).toBe('unseen');
    expect(bodies()).toEqual([]);

    desk.send({ type: 'interest', tickets: [ticket.id], contacts: [ticket.contactId] });
    desk.send({ type: 'fetch', reqId: 7, what: 'messages', ticketId: ticket.id, before: null, limit: 1 });
    const page = await desk.next('page', (frame) => frame.reqId === 7, 0);
    expect(page).toMatchObject({ hasMore: true, sets: [{ rows: [{ body: 'unseen' }] }] });
    await addMessage(server.db, company, ticket, 'live');
    await desk.settle();
    expect(bodies()).toEqual(['unseen', 'live']);

    const [set] = page.sets;
    const oldest = set?.entity === 'message' ? set.rows[0] : undefined;
    const before = { createdAt: oldest?.createdAt, id: oldest?.id };
    desk.send({ type: 'fetch', reqId: 8, what: 'messages', ticketId: ticket.id, before, limit: 5 });
    expect(await desk.next('page', (frame) => frame.reqId === 8, 0)).toMatchObject({
      hasMore: false,
      sets: [{ rows: [{ body: 'antes' }] }],
    });
    desk.cut();
    await desk.closed;

    await addMessage(server.db, company, ticket, 'meanwhile');
    const shown = { tickets: [ticket.id], contacts: [ticket.contactId] };
    const again = server.console(ana, { store: desk.store, hello: { interest: shown } });
    const first = await again.next('batch', () => true, 0);
    const messages = first.puts.flatMap((set) => (set.entity === 'message' ? set.rows : []));
    expect(messages.map(({ body }) => body)).toEqual(['meanwhile']);
    again.cut();
  });

  test('a conversation is that of the contact: every ticket the agent sees, of hidden ones nothing', async () => {
    const first = await addTicket(server.db, company, {
      queueId: support(),
      name: 'Volta',
      status: 'closed',
      userId: company.admin.id,
      messages: ['antigo'],
    });
    const { companyId, connectionId } = company;
    const another = async (queueId: number, status: string, userId: number | null) => {
      const [row] = await server.admin`
        insert into tickets (company_id, contact_id, connection_id, queue_id, status, user_id)
        values (${companyId}, ${first.contactId}, ${connectionId}, ${queueId}, ${status}, ${userId}) returning id`;
      return { id: Number(row?.id), contactId: first.contactId };
    };
    const hidden = await another(sales(), 'closed', company.admin.id);
    await addMessage(server.db, company, hidden, 'HIDDEN');
    const open = await another(support(), 'open', company.ana.id);
    await addMessage(server.db, company, open, 'novo');
    const desk = server.console(ana);
    await desk.live();
    const bodies = () =>
      desk.store
        .rows('message')
        .filter((message) => message.contactId === first.contactId)
        .toSorted((a, b) => (a.createdAt < b.createdAt ? -1 : 1))
        .map((message) => message.body);
    expect(bodies()).toEqual(['antigo', 'novo']);

    desk.send({ type: 'fetch', reqId: 1, what: 'messages', ticketId: open.id, before: null, limit: 1 });
    const page = await desk.next('page', (frame) => frame.reqId === 1, 0);
    expect(page).toMatchObject({ hasMore: true, sets: [{ rows: [{ body: 'novo' }] }] });
    const [set] = page.sets;
    const { createdAt, id } = (set?.rows[0] ?? {}) as { createdAt: string; id: string };
    const before = { createdAt, id };
    desk.send({ type: 'fetch', reqId: 2, what: 'messages', ticketId: open.id, before, limit: 5 });
    expect(await desk.next('page', (frame) => frame.reqId === 2, 0)).toMatchObject({
      hasMore: false,
      sets: [{ rows: [{ body: 'antigo' }] }],
    });

    // What happens to older tickets' messages is heard, because the contact is being served.
    await server.admin`update messages set body = 'ANTIGO' where ticket_id = ${first.id}`;
    await server.admin`update messages set body = 'HIDDEN again' where ticket_id = ${hidden.id}`;
    await desk.settle();
    expect(bodies()).toEqual(['ANTIGO', 'novo']);
    expect(desk.texts.filter((text) => text.includes('HIDDEN'))).toEqual([]);
    desk.cut();
  });

  test('I4: of a message that is quoted only those are told anything who see its ticket', async () => {
    const { companyId, connectionId } = company;
    const hidden = await addTicket(server.db, company, { queueId: sales(), name: 'Cita', status: 'closed' });
    const secret = await addMessage(server.db, company, hidden, 'HIDDEN text');
    const [row] = await server.admin`
      insert into tickets (company_id, contact_id, connection_id, queue_id, status, user_id)
      values (${companyId}, ${hidden.contactId}, ${connectionId}, ${support()}, 'open', ${company.ana.id}) returning id`;
    const open = { id: Number(row?.id), contactId: hidden.contactId };
    const quote = (body: string) =>
      server.db.withCompany(companyId, async (tx) => {
        const id = await insertMessage(tx, company, open, body);
        await tx`update messages set quoted_id = ${secret} where company_id = ${companyId} and id = ${id}`;
        return id;
      });
    const before = await quote('before');
    const boss = await server.openSession(company.admin);
    const desks = [server.console(ana), server.console(boss)] as const;
    await Promise.all(desks.map((desk) => desk.live()));
    for (const desk of desks) desk.send({ type: 'interest', tickets: [open.id], contacts: [] });
    await Promise.all(desks.map((desk) => desk.settle()));
    const meanwhile = await quote('meanwhile');
    await Promise.all(desks.map((desk) => desk.settle()));
    const page = { type: 'fetch', reqId: 1, what: 'messages', ticketId: open.id, before: null, limit: 5 };
    for (const desk of desks) desk.send(page);
    const pages = await Promise.all(desks.map((desk) => desk.next('page', ({ reqId }) => reqId === 1, 0)));

    const [atAna, atBoss] = desks;
    for (const id of [before, meanwhile]) {
      expect(atAna.store.get('message', id)).toMatchObject({ quotedMsgId: secret, quoted: null });
    }
    expect(atBoss.store.get('message', meanwhile)).toMatchObject({ quoted: { body: 'HIDDEN text' } });
    const quotes = pages.map(({ sets }) =>
      sets
        .flatMap((set) => (set.entity === 'message' ? set.rows : []))
        .filter(({ body }) => body !== 'HIDDEN text')
        .map(({ quoted }) => quoted?.body ?? null),
    );
    expect(quotes).toEqual([
      [null, null],
      ['HIDDEN text', 'HIDDEN text'],
    ]);
    expect(atAna.texts.filter((text) => text.includes('HIDDEN'))).toEqual([]);
    for (const desk of desks) desk.cut();
  });

  test('fetches by what it may see: closed tickets by page, a ticket by link, and a code otherwise', async () => {
    const old = (days: number) => new Date(Date.now() - days * 86_400_000);
    const closed = { queueId: support(), status: 'closed', userId: company.ana.id } as const;
    const first = await addTicket(server.db, company, { ...closed, name: 'A', lastMessageAt: old(20) });
    const second = await addTicket(server.db, company, { ...closed, name: 'B', lastMessageAt: old(30) });
    const foreign = await addTicket(server.db, company, { queueId: sales(), name: 'C' });
    // A colleague's stands between them, in no list of hers.
    const theirs = { ...closed, userId: company.bruno.id, name: 'D', lastMessageAt: old(25) };
    await addTicket(server.db, company, theirs);
    const uuidOf = async (id: number) => {
      const [row] = await server.admin`select uuid from tickets where id = ${id}`;
      return row?.uuid as string;
    };
    const desk = server.console(ana);
    await desk.live();
    let reqId = 0;
    const ask = async (request: Record<string, unknown>) => {
      reqId += 1;
      desk.send({ type: 'fetch', reqId, ...request });
      const page = await desk.next('page', (frame) => frame.reqId === reqId, 0);
      const tickets = page.sets.flatMap((set) =>
        set.entity === 'ticket' ? set.rows.map((row) => row.id) : [],
      );
      return { tickets, hasMore: page.hasMore, ...(page.code ? { code: page.code } : {}) };
    };
    const since = { lastMessageAt: old(10).toISOString(), id: 0 };
    expect(await ask({ what: 'closedTickets', before: since, limit: 1 })).toEqual({
      tickets: [first.id],
      hasMore: true,
    });
    const { lastMessageAt, id } = desk.store.get('ticket', first.id) ?? {};
    expect(await ask({ what: 'closedTickets', before: { lastMessageAt, id }, limit: 1 })).toMatchObject({
      tickets: [second.id],
    });
    expect(desk.store.rows('contact').map((contact) => contact.name)).toEqual(
      expect.arrayContaining(['A', 'B']),
    );
    expect(await ask({ what: 'ticket', uuid: await uuidOf(second.id) })).toMatchObject({
      tickets: [second.id],
    });
    expect(await ask({ what: 'ticket', uuid: await uuidOf(foreign.id) })).toMatchObject({
      code: 'ERR_TICKET_FOREIGN_QUEUE',
    });
    expect(await ask({ what: 'ticket', uuid: crypto.randomUUID() })).toMatchObject({
      code: 'ERR_NO_TICKET_FOUND',
    });
    desk.cut();
  });

  test('passes over what a newer server has written to the log, and goes on', async () => {
    const desk = server.console(ana);
    await desk.live();
    await server.db.withCompany(company.companyId, async (tx) => {
      await tx`select feed_write(${company.companyId}, 'novelty', '1', 'put', array['a'])`;
      await tx`select feed_write(${company.companyId}, 'novelty', '2', 'delete', array['a'])`;
    });
    const ticket = await addTicket(server.db, company, { queueId: support(), name: 'Depois' });
    await desk.next('batch', (frame) => frame.puts.some(({ entity }) => entity === 'ticket'), 0);
    expect(desk.store.get('ticket', ticket.id)).toMatchObject({ status: 'pending' });
    desk.cut();
  });

  test('a long absence brings the newest messages of a ticket and says where to page', async () => {
    const ticket = await addTicket(server.db, company, { queueId: support(), name: 'Muitas' });
    const desk = server.console(ana);
    await desk.live();
    desk.cut();
    await desk.closed;
    await server.db.withCompany(company.companyId, async (tx) => {
      for (let index = 0; index < 120; index++) await insertMessage(tx, company, ticket, `m${index}`);
    });
    const again = server.console(ana, { store: desk.store });
    const batch = await again.next('batch', (frame) => frame.gaps.length > 0, 0);
    const bodies = again.store
      .rows('message')
      .filter((message) => message.ticketId === ticket.id)
      .map((message) => message.body);
    expect(bodies.toSorted()).toEqual(Array.from({ length: 50 }, (_, index) => `m${70 + index}`).toSorted());
    const oldest = again.store.rows('message').find((message) => message.body === 'm70');
    expect(batch.gaps).toEqual([
      { contactId: ticket.contactId, before: { createdAt: oldest?.createdAt, id: oldest?.id } },
    ]);
    again.cut();
  });

  test('I2: a transaction over several rows is never seen in part', async () => {
    const pair = [
      await addTicket(server.db, company, { queueId: support(), name: 'Par 1' }),
      await addTicket(server.db, company, { queueId: support(), name: 'Par 2' }),
    ];
    const desk = server.console(ana);
    await desk.live();
    /** How many different values the pair shows, at each state that the console shows: more than one is torn. */
    const shown: number[] = [];
    desk.store.observe = () =>
      shown.push(new Set(pair.map(({ id }) => desk.store.get('ticket', id)?.lastMessage)).size);
    await Promise.all(
      [0, 1, 2, 3].map(async (writer) => {
        // However many of them one batch may carry: until several states have been seen.
        for (let step = 0; step < 15 || (shown.length < 4 && step < 500); step++)
          await server.db.withCompany(company.companyId, async (tx) => {
            for (const { id } of pair)
              await tx`update tickets set last_message = ${`${writer}/${step}`} where id = ${id}`;
          });
      }),
    );
    await desk.settle();
    expect(shown.length).toBeGreaterThan(1);
    expect(new Set(shown)).toEqual(new Set([1]));
    desk.cut();
  });
});
