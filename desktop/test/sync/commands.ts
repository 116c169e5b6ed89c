import { v7 as uuidv7 } from 'uuid';
import { expect, test } from 'vitest';
import { addTicket, changeTicket } from '../../../server/src/sync/testing/data.ts';
import { bodies, type SyncWorld, send } from './sync-world.ts';

/** What an agent does is seen at once, and undone where the server refuses it. */
export function commands(world: SyncWorld): void {
  agreeing(world);
  refusing(world);
}

function agreeing(world: SyncWorld): void {
  test('shows every command at once and keeps it when the server agrees', async () => {
    const { server, company, consoleOf, expectFresh } = world();
    const ticket = await addTicket(server.db, company, {
      queueId: company.queues.support,
      name: 'Diva',
      messages: ['oi'],
    });
    const picture = uuidv7();
    const files = new Map([[picture, PNG]]);
    const ana = consoleOf(await server.seat(company.ana), { files });
    ana.sync.start();
    await ana.settle();
    /** Each state of the ticket that a screen could have shown. */
    const shown: string[] = [];
    ana.sync.on('changed', () => {
      const { status, userId, unreadMessages } = ana.store.tickets.byId(ticket.id) ?? {};
      const state = `${status} ${userId} ${unreadMessages} ${bodies(ana, ticket.id).join()}`;
      if (state !== shown.at(-1)) shown.push(state);
    });
    const me = company.ana.id;
    const photo = {
      id: picture,
      state: 'pending',
      mime: 'image/png',
      size: PNG.length,
      name: 'foto.png',
    } as const;
    const steps = [
      () => ana.sync.enqueue('ticket.accept', { ticketId: ticket.id }),
      () => ana.sync.enqueue('ticket.markRead', { ticketId: ticket.id }),
      () => ana.sync.enqueue('message.send', send(ticket.id, 'olá')),
      () =>
        ana.sync.enqueue('message.send', send(ticket.id, 'foto', picture), {
          ...photo,
          mediaType: 'image',
          width: null,
          height: null,
          seconds: null,
          voice: false,
          waveform: null,
        }),
      () => ana.sync.enqueue('ticket.close', { ticketId: ticket.id }),
      () => ana.sync.enqueue('ticket.reopen', { ticketId: ticket.id }),
    ];
    for (const step of steps) {
      step();
      await ana.settle();
    }
    expect(shown).toEqual([
      `open ${me} 1 oi`,
      `open ${me} 0 oi`,
      `open ${me} 0 oi,olá`,
      `open ${me} 0 oi,olá,foto`,
      `closed ${me} 0 oi,olá,foto`,
      `open ${me} 0 oi,olá,foto`,
    ]);
    const photos = ana.store.messages.page({ ticketId: ticket.id, before: null, limit: 9 }).messages;
    expect(photos.find(({ body }) => body === 'foto')).toMatchObject({
      delivery: 'accepted',
      mediaType: 'image',
      media: { state: 'stored' },
    });
    await expectFresh(ana);
  });
}

function refusing(world: SyncWorld): void {
  test('a refusal undoes what was shown, says why, and leaves a message to be sent again', async () => {
    const { server, company, live, expectFresh } = world();
    const ticket = await addTicket(server.db, company, {
      queueId: company.queues.support,
      name: 'Eva',
      messages: ['oi'],
    });
    const ana = await live(company.ana);
    const boss = await live(company.admin);
    ana.shut();
    ana.open();
    ana.sync.enqueue('ticket.accept', { ticketId: ticket.id });
    const message = send(ticket.id, 'já vou');
    ana.sync.enqueue('message.send', message);
    boss.sync.enqueue('ticket.accept', { ticketId: ticket.id });
    await boss.settle();
    expect(ana.store.tickets.byId(ticket.id)).toMatchObject({ status: 'open', userId: company.ana.id });

    ana.sync.start();
    await ana.settle();
    expect(ana.rejections).toMatchObject([
      { name: 'ticket.accept', code: 'ERR_OTHER_OPEN_TICKET', params: { name: 'Admin' } },
      { name: 'message.send', code: 'ERR_OTHER_OPEN_TICKET' },
    ]);
    expect(ana.store.tickets.byId(ticket.id)).toMatchObject({ userId: company.admin.id, lastMessage: 'oi' });
    expect(ana.store.messages.byId(message.id)).toMatchObject({
      delivery: 'failed',
      errorCode: 'ERR_OTHER_OPEN_TICKET',
    });

    await changeTicket(server.db, company, ticket.id, { userId: company.ana.id });
    await ana.settle();
    ana.sync.retryMessage(message.id);
    await ana.settle();
    expect(ana.store.messages.byId(message.id)).toMatchObject({ delivery: 'accepted', errorCode: null });
    await expectFresh(ana);
  });
}

/** A picture of one red pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGP4z8DwHwAFAAH/iZk9HQAAAABJRU5ErkJggg==',
  'base64',
);
