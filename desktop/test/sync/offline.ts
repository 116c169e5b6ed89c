import { v7 as uuidv7 } from 'uuid';
import { expect, test } from 'vitest';
import { addMessage, addTicket } from '../../../server/src/sync/testing/data.ts';
import type { LiveConsole } from '../live/console.ts';
import { bodies, frameTypes, type SyncWorld, send } from './sync-world.ts';

/** What is done without a network is so when it is back. */
export function offline(world: SyncWorld): void {
  throughAnOutage(world);
  puttingOff(world);
  naming(world);
}

function throughAnOutage(world: SyncWorld): void {
  test('works through an outage, and catches up from where it stood when the server is back', async () => {
    const { server, company, live, expectFresh } = world();
    const ticket = await addTicket(server.db, company, {
      queueId: company.queues.support,
      name: 'Hugo',
      status: 'open',
      userId: company.ana.id,
      messages: ['oi'],
    });
    const ana = await live(company.ana);
    ana.shut();
    ana.open();
    const before = ana.frames.length;
    for (const body of ['a', 'b', 'c']) ana.sync.enqueue('message.send', send(ticket.id, body));
    ana.sync.enqueue('ticket.close', { ticketId: ticket.id });
    await addMessage(server.db, company, ticket, 'alô?');
    expect(ana.store.tickets.byId(ticket.id)?.status).toBe('closed');
    await server.restart();
    ana.sync.start();
    await ana.settle();
    expect(bodies(ana, ticket.id)).toEqual(['oi', 'alô?', 'a', 'b', 'c']);
    // The new messages are still unread.
    expect(ana.rejections).toMatchObject([{ name: 'ticket.close', code: 'ERR_CUSTOMER_WROTE' }]);
    expect(ana.store.decisions.overtaken(ticket.id)).not.toBeNull();
    expect(ana.store.tickets.byId(ticket.id)).toMatchObject({ status: 'open', unreadMessages: 1 });
    expect(frameTypes(ana, before)).not.toContain('bootstrap.begin');
    const stored =
      await server.admin`select body from messages where ticket_id = ${ticket.id} and state <> 'local' order by created_at, id`;
    expect(stored.map(({ body }) => body)).toEqual(['oi', 'alô?', 'a', 'b', 'c']);
    await expectFresh(ana);

    // The same happens while it is connected.
    const away = ana.phase('backingOff');
    const restarted = server.restart();
    await away;
    expect(ana.sync.status()).toMatchObject({ layer: 'server' });
    await restarted;
    ana.sync.retryNow();
    await ana.settle();
    expect(frameTypes(ana, before)).not.toContain('bootstrap.begin');
  });
}

function puttingOff(world: SyncWorld): void {
  test('what was put off and pinned without a network is so when it is back, unless the customer wrote first', async () => {
    const { server, company, consoleOf, live, expectFresh } = world();
    const make = (name: string) =>
      addTicket(server.db, company, {
        queueId: company.queues.support,
        name,
        status: 'open',
        userId: company.ana.id,
        messages: ['oi'],
      });
    const [quiet, wrote] = [await make('Quieta'), await make('Apressada')];
    const ana = await live(company.ana);
    const lists = ({ store }: LiveConsole) => {
      const mine = new Set([quiet.id, wrote.id]);
      const of = (selection: { status: 'open' | null; snoozed?: boolean }) =>
        store.tickets.ids({ search: '', ...selection }).filter((id) => mine.has(id));
      return { open: of({ status: 'open' }), snoozed: of({ status: null, snoozed: true }) };
    };
    const before = ana.store.tickets.counts();
    ana.shut();
    ana.open();
    for (const { id: ticketId } of [quiet, wrote])
      ana.sync.enqueue('ticket.snooze', { ticketId, until: '2040-01-01T12:00:00Z' });
    ana.sync.enqueue('ticket.pin', { ticketId: wrote.id, pinned: true });
    expect(lists(ana)).toEqual({ open: [], snoozed: [wrote.id, quiet.id] });
    expect(ana.store.tickets.counts()).toMatchObject({ open: before.open - 2, snoozed: before.snoozed + 2 });
    await addMessage(server.db, company, wrote, 'ainda estou esperando');
    ana.sync.start();
    await ana.settle();
    expect(lists(ana)).toEqual({ open: [wrote.id], snoozed: [quiet.id] });
    expect(ana.rejections).toEqual([]);

    const other = consoleOf(ana.seat);
    other.sync.start();
    await other.settle();
    expect(lists(other)).toEqual(lists(ana));
    const seen = other.until(() => other.store.tickets.byId(wrote.id)?.pinned === false, 'the pin to go');
    ana.sync.enqueue('ticket.pin', { ticketId: wrote.id, pinned: false });
    ana.sync.enqueue('ticket.snooze', { ticketId: quiet.id, until: null });
    await seen;
    await expectFresh(ana);
    expect(lists(ana)).toEqual({ open: expect.arrayContaining([quiet.id, wrote.id]), snoozed: [] });
  });
}

function naming(world: SyncWorld): void {
  test('whom a note names that was written without a network hears of it when it is back, and reads it so too', async () => {
    const { server, company, live, expectFresh } = world();
    const ticket = await addTicket(server.db, company, {
      queueId: company.queues.support,
      name: 'Nomeada',
      status: 'open',
      userId: company.ana.id,
      messages: ['oi'],
    });
    const [ana, boss] = [await live(company.ana), await live(company.admin)];
    boss.shut();
    boss.open();
    const note = { id: uuidv7(), ticketId: ticket.id, body: 'veja, @Ana' };
    boss.sync.enqueue('note.add', { ...note, mentionedIds: [company.ana.id, company.bruno.id] });
    expect(boss.store.messages.byId(note.id)?.mentions.map(({ userId }) => userId)).toContain(company.ana.id);
    boss.sync.start();
    await boss.settle();
    await ana.settle();
    expect(boss.store.messages.byId(note.id)?.mentions).toEqual([{ userId: company.ana.id, name: 'Ana' }]);

    ana.shut();
    ana.open();
    ana.sync.enqueue('mention.read', { ids: ana.store.mentions.unreadIds(note.id) });
    expect(ana.store.mentions.countUnread()).toBe(0);
    ana.sync.start();
    await expectFresh(ana);
    expect(ana.store.mentions.list(1)).toMatchObject([{ messageId: note.id, readAt: expect.any(String) }]);
  });
}
