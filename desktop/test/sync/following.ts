import { expect, test } from 'vitest';
import { mergeContacts } from '../../../server/src/modules/contacts/merge.service.ts';
import { addMessage, addTicket, changeTicket, insertMessage } from '../../../server/src/sync/testing/data.ts';
import { EMPTY_DRAFT } from '../../src/core/store/drafts.ts';
import { bodies, type SyncWorld, send } from './sync-world.ts';

/** What a console has of conversations, and what it fetches. */
export function following(world: SyncWorld): void {
  filling(world);
  moving(world);
  ofColleagues(world);
}

function filling(world: SyncWorld): void {
  test('fills an empty store, follows each change, and pages back to the first message', async () => {
    const { server, company, live } = world();
    const ticket = await addTicket(server.db, company, { queueId: company.queues.support, name: 'Clara' });
    await server.db.withCompany(company.companyId, async (tx) => {
      for (let n = 0; n < 250; n++) await insertMessage(tx, company, ticket, `m${n}`);
    });
    for (let n = 0; n < 3; n++)
      await addTicket(server.db, company, {
        queueId: company.queues.support,
        name: `Antiga ${n}`,
        status: 'closed',
        userId: company.ana.id,
        lastMessageAt: new Date(Date.now() - (20 + n) * 86_400_000),
      });
    const ana = await live(company.ana);
    expect(bodies(ana, ticket.id)).toEqual(Array.from({ length: 30 }, (_, n) => `m${220 + n}`));

    const news = ana.until(() => bodies(ana, ticket.id).at(-1) === 'agora', 'the message');
    await addMessage(server.db, company, ticket, 'agora');
    await news;
    expect(ana.store.tickets.byId(ticket.id)).toMatchObject({
      contact: { name: 'Clara' },
      lastMessage: 'agora',
      unreadMessages: 251,
    });
    expect((await ana.conversation(ticket.id)).map(({ body }) => body)).toEqual([
      ...Array.from({ length: 250 }, (_, n) => `m${n}`),
      'agora',
    ]);

    const before = { lastMessageAt: new Date(Date.now() - 10 * 86_400_000).toISOString(), id: 0 };
    expect(await ana.sync.fetchClosedTickets(before, 2)).toEqual({ hasMore: true });
    const closed = ana.store.tickets.list({ status: 'closed', search: '', before: null, limit: 9 }).tickets;
    expect(closed.map(({ contact }) => contact.name)).toEqual(['Antiga 0', 'Antiga 1']);
    const [row] = await server.admin`select uuid from tickets order by last_message_at limit 1`;
    await ana.sync.fetchTicket(row?.uuid);
    expect(ana.store.tickets.byUuid(row?.uuid)?.contact.name).toBe('Antiga 2');
  });
}

function moving(world: SyncWorld): void {
  test('I8: the history follows a transfer and comes back whole; drafts and commands stay', async () => {
    const { server, company, live, expectFresh } = world();
    const ticket = await addTicket(server.db, company, {
      queueId: company.queues.support,
      name: 'Fabi',
      messages: ['um'],
    });
    const [ana, bruno] = [await live(company.ana), await live(company.bruno)];
    ana.store.drafts.set(ticket.id, { ...EMPTY_DRAFT, body: 'rascunho' });
    const gone = ana.until(() => ana.store.tickets.byId(ticket.id) === null, 'the ticket is gone');
    const there = bruno.until(() => bodies(bruno, ticket.id).length === 1, 'the history is there');
    await changeTicket(server.db, company, ticket.id, { queueId: company.queues.sales });
    await Promise.all([gone, there]);
    expect(bodies(ana, ticket.id)).toEqual([]);
    await addMessage(server.db, company, ticket, 'dois');
    await changeTicket(server.db, company, ticket.id, { queueId: company.queues.support });
    await ana.until(() => bodies(ana, ticket.id).length === 2, 'it is back');
    expect([bodies(ana, ticket.id), ana.store.drafts.get(ticket.id).body]).toEqual([
      ['um', 'dois'],
      'rascunho',
    ]);
    await Promise.all([expectFresh(ana), expectFresh(bruno)]);
  });

  test('two conversations that prove to be one: what was begun in the one that goes stands in the one that stays', async () => {
    const { server, company, live, expectFresh } = world();
    const own = { queueId: company.queues.support, status: 'open', userId: company.ana.id } as const;
    const stays = await addTicket(server.db, company, { ...own, name: 'Lia', messages: ['oi'] });
    const goes = await addTicket(server.db, company, { ...own, name: 'Lia 2', messages: ['alô?'] });
    const ana = await live(company.ana);
    const uuid = ana.store.tickets.byId(goes.id)?.uuid ?? '';
    ana.store.drafts.set(goes.id, { ...EMPTY_DRAFT, body: 'rascunho' });
    ana.shut();
    ana.open();
    // Sent before this console learns of the merge.
    ana.sync.enqueue('message.send', send(goes.id, 'já vou'));
    // A decision about one contact is not applied to the other.
    ana.sync.enqueue('ticket.close', { ticketId: goes.id });
    await server.db.withCompany(company.companyId, (tx) =>
      mergeContacts(tx, company.companyId, stays.contactId, goes.contactId),
    );
    ana.sync.start();
    await ana.settle();
    expect(ana.rejections).toMatchObject([{ name: 'ticket.close', code: 'ERR_NO_TICKET_FOUND' }]);
    expect([ana.store.tickets.byId(goes.id), ana.store.tickets.byUuid(uuid)?.id]).toEqual([null, stays.id]);
    // The messages there are still unread.
    expect(ana.store.tickets.byId(stays.id)).toMatchObject({ status: 'open', unreadMessages: 2 });
    expect(ana.store.drafts.all()).toMatchObject([{ ticketId: stays.id, body: 'rascunho' }]);
    expect(bodies(ana, stays.id)).toEqual(['oi', 'alô?', 'já vou']);
    ana.sync.enqueue('message.send', send(goes.id, 'de uma tela atrasada'));
    expect(bodies(ana, stays.id).at(-1)).toBe('de uma tela atrasada');
    await ana.settle();
    expect(bodies(ana, stays.id).at(-1)).toBe('de uma tela atrasada');
    await expectFresh(ana);
  });
}

function ofColleagues(world: SyncWorld): void {
  test("I3: a colleague's conversation is fetched again when it is shown again: ticks and edits change no ticket", async () => {
    const { server, company, live } = world();
    const ticket = await addTicket(server.db, company, {
      queueId: company.queues.support,
      name: 'Gil',
      status: 'open',
      userId: company.ana.id,
      messages: ['preco?'],
    });
    const boss = await live(company.admin);
    const texts = async () => (await boss.conversation(ticket.id)).map(({ body }) => body);
    const edit = (body: string) =>
      server.admin`update messages set body = ${body}, is_edited = true where ticket_id = ${ticket.id}`;
    expect(await texts()).toEqual(['preco?']);
    await edit('preço?');
    expect(await texts()).toEqual(['preço?']);

    // Shown while the program ends, or while the line is broken.
    boss.sync.setInterest([ticket.id]);
    await boss.sync.fetchMessages(ticket.id, null, 30);
    boss.shut();
    await edit('o preço?');
    boss.open();
    boss.sync.start();
    await boss.settle();
    expect(await texts()).toEqual(['o preço?']);
  });

  test("I3: a page of a colleague's conversation that comes when no screen shows it any more proves nothing", async () => {
    const { server, company, live } = world();
    const ticket = await addTicket(server.db, company, {
      queueId: company.queues.support,
      name: 'Gal',
      status: 'open',
      userId: company.ana.id,
      messages: ['preco?'],
    });
    const boss = await live(company.admin);
    boss.sync.setInterest([ticket.id]);
    const page = boss.sync.fetchMessages(ticket.id, null, 30);
    boss.sync.setInterest([]);
    await page;
    await server.admin`update messages set body = 'preço?', is_edited = true where ticket_id = ${ticket.id}`;
    expect((await boss.conversation(ticket.id)).map(({ body }) => body)).toEqual(['preço?']);
  });
}
