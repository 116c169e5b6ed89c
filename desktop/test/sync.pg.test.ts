import { v7 as uuidv7 } from 'uuid';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { mergeContacts } from '../../server/src/modules/contacts/merge.service.ts';
import {
  addMessage,
  addTicket,
  changeTicket,
  insertMessage,
  joinQueue,
} from '../../server/src/sync/testing/data.ts';
import { startApi } from '../../server/test/api.ts';
import type { CompanyFixture, UserFixture } from '../../server/test/fixtures.ts';
import { EMPTY_DRAFT } from '../src/core/store/drafts.ts';
import { withoutEntity } from '../src/core/store/testing/temp-store.ts';
import {
  createLiveConsole,
  type LiveConsole,
  type LiveConsoleOptions,
  shownConversations,
  shownRows,
} from './live/console.ts';
import { type LiveApi, openLiveApi, type Seat } from './live/live-api.ts';

let server: LiveApi;
let company: CompanyFixture;
const consoles: LiveConsole[] = [];

beforeAll(async () => {
  server = await openLiveApi(await startApi());
  company = await server.company('Padaria');
});
afterEach(() => {
  for (const console of consoles.splice(0)) console.remove();
});
afterAll(() => server.stop());

function consoleOf(seat: Seat, options?: LiveConsoleOptions): LiveConsole {
  const made = createLiveConsole(server.url, seat, options);
  consoles.push(made);
  return made;
}
async function live(user: UserFixture): Promise<LiveConsole> {
  const console = consoleOf(await server.seat(user));
  console.sync.start();
  await console.settle();
  return console;
}
/** Another computer of the same person gets the same rows. */
async function expectFresh(console: LiveConsole): Promise<void> {
  await console.settle();
  const fresh = consoleOf(console.seat);
  fresh.sync.start();
  await fresh.settle();
  expect(shownRows(console)).toEqual(shownRows(fresh));
  expect(await shownConversations(console)).toEqual(await shownConversations(fresh));
}
/** The messages, with the ticket's events in between. */
const bodies = (console: LiveConsole, ticketId: number) =>
  console.store.messages
    .page({ ticketId, before: null, limit: 1_000 })
    .messages.filter(({ mediaType }) => mediaType !== 'event')
    .map(({ body }) => body);
const send = (ticketId: number, body: string, mediaId: string | null = null) => ({
  id: uuidv7(),
  ticketId,
  body,
  mediaId,
  quotedMsgId: null,
});
const support = () => company.queues.support;
const frameTypes = (console: LiveConsole, from = 0) => console.frames.slice(from).map(({ type }) => type);

test('fills an empty store, follows each change, and pages back to the first message', async () => {
  const ticket = await addTicket(server.db, company, { queueId: support(), name: 'Clara' });
  await server.db.withCompany(company.companyId, async (tx) => {
    for (let n = 0; n < 250; n++) await insertMessage(tx, company, ticket, `m${n}`);
  });
  for (let n = 0; n < 3; n++)
    await addTicket(server.db, company, {
      queueId: support(),
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

test('shows every command at once and keeps it when the server agrees', async () => {
  const ticket = await addTicket(server.db, company, { queueId: support(), name: 'Diva', messages: ['oi'] });
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

test('a refusal undoes what was shown, says why, and leaves a message to be sent again', async () => {
  const ticket = await addTicket(server.db, company, { queueId: support(), name: 'Eva', messages: ['oi'] });
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

test('I8: the history follows a transfer and comes back whole; drafts and commands stay', async () => {
  const ticket = await addTicket(server.db, company, { queueId: support(), name: 'Fabi', messages: ['um'] });
  const [ana, bruno] = [await live(company.ana), await live(company.bruno)];
  ana.store.drafts.set(ticket.id, { ...EMPTY_DRAFT, body: 'rascunho' });
  const gone = ana.until(() => ana.store.tickets.byId(ticket.id) === null, 'the ticket is gone');
  const there = bruno.until(() => bodies(bruno, ticket.id).length === 1, 'the history is there');
  await changeTicket(server.db, company, ticket.id, { queueId: company.queues.sales });
  await Promise.all([gone, there]);
  expect(bodies(ana, ticket.id)).toEqual([]);
  await addMessage(server.db, company, ticket, 'dois');
  await changeTicket(server.db, company, ticket.id, { queueId: support() });
  await ana.until(() => bodies(ana, ticket.id).length === 2, 'it is back');
  expect([bodies(ana, ticket.id), ana.store.drafts.get(ticket.id).body]).toEqual([
    ['um', 'dois'],
    'rascunho',
  ]);
  await Promise.all([expectFresh(ana), expectFresh(bruno)]);
});

test('two conversations that prove to be one: what was begun in the one that goes stands in the one that stays', async () => {
  const own = { queueId: support(), status: 'open', userId: company.ana.id } as const;
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

test("I3: a colleague's conversation is fetched again when it is shown again: ticks and edits change no ticket", async () => {
  const ticket = await addTicket(server.db, company, {
    queueId: support(),
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
  const ticket = await addTicket(server.db, company, {
    queueId: support(),
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

test('I9: other rights bring another view, while it is connected and while it is not', async () => {
  const ticket = await addTicket(server.db, company, {
    queueId: company.queues.sales,
    name: 'Gabi',
    messages: ['oi'],
  });
  const ana = await live(company.ana);
  const before = ana.frames.length;
  await joinQueue(server.db, company, company.ana.id, company.queues.sales, true);
  await ana.until(() => bodies(ana, ticket.id).length === 1, 'the other queue');
  await ana.settle();
  ana.shut();
  await joinQueue(server.db, company, company.ana.id, company.queues.sales, false);
  ana.open();
  expect(ana.store.tickets.byId(ticket.id)).not.toBeNull();
  ana.sync.start();
  await ana.settle();
  expect(ana.store.tickets.byId(ticket.id)).toBeNull();
  const types = frameTypes(ana, before);
  expect(types.filter((type) => type === 'resync')).toHaveLength(2);
  expect(types.filter((type) => type === 'bootstrap.end')).toHaveLength(2);
  await expectFresh(ana);
});

test('I11: after a huge write that the log does not contain, every console has the rows', async () => {
  const ticket = await addTicket(server.db, company, { queueId: support(), name: 'Gina', messages: ['oi'] });
  const [ana, boss] = [await live(company.ana), await live(company.admin)];
  const draft = send(ticket.id, 'escrita enquanto isso');
  boss.shut();
  const before = ana.frames.length;
  const missed = boss.frames.length;
  await server.db.withCompany(company.companyId, async (tx) => {
    await tx`select set_config('app.feed_muted', 'on', true)`;
    await tx`update tickets set last_message = 'aviso geral', status = 'open', user_id = ${company.ana.id}
      where id = ${ticket.id}`;
    for (let n = 0; n < 40; n++) await insertMessage(tx, company, ticket, `importada ${n}`);
    await tx`delete from messages where ticket_id = ${ticket.id} and body = 'oi'`;
  });
  ana.sync.enqueue('message.send', draft);
  await ana.until(() => bodies(ana, ticket.id).includes('importada 39'), 'the imported messages');
  boss.open();
  boss.sync.start();
  for (const [console, from] of [
    [ana, before],
    [boss, missed],
  ] as const) {
    await expectFresh(console);
    const types = frameTypes(console, from);
    expect(types.filter((type) => type === 'resync')).toHaveLength(1);
  }
  expect(ana.store.messages.byId(draft.id)?.delivery).toBe('accepted');
});

test('a console with a version that knows one entity more is given its rows', async () => {
  await server.db.withCompany(
    company.companyId,
    (tx) => tx`insert into tags ${tx({ companyId: company.companyId, name: 'Freguês', color: '#808080' })}`,
  );
  const ana = await live(company.ana);
  const before = shownRows(ana);
  expect(before).toMatchObject({ tag: [{ name: 'Freguês' }] });
  ana.shut();
  withoutEntity(ana.dir, 'tag');
  ana.open();
  const first = ana.frames.length;
  expect(shownRows(ana)).toEqual({ ...before, tag: [] });
  ana.sync.start();
  await ana.settle();
  expect(frameTypes(ana, first)).toContain('bootstrap.end');
  expect(shownRows(ana)).toEqual(before);
});

test('works through an outage, and catches up from where it stood when the server is back', async () => {
  const ticket = await addTicket(server.db, company, {
    queueId: support(),
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

  // And while it is connected.
  const away = ana.phase('backingOff');
  const restarted = server.restart();
  await away;
  expect(ana.sync.status()).toMatchObject({ layer: 'server' });
  await restarted;
  ana.sync.retryNow();
  await ana.settle();
  expect(frameTypes(ana, before)).not.toContain('bootstrap.begin');
});

test('what was put off and pinned without a network is so when it is back, unless the customer wrote first', async () => {
  const make = (name: string) =>
    addTicket(server.db, company, {
      queueId: support(),
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

test('whom a note names that was written without a network hears of it when it is back, and reads it so too', async () => {
  const ticket = await addTicket(server.db, company, {
    queueId: support(),
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

test('an access token that has ended is replaced without anybody noticing', async () => {
  const ana = await live(company.ana);
  server.advance(20 * 60_000);
  ana.shut();
  ana.open();
  const phases: string[] = [];
  ana.sync.on('status', ({ phase }) => void phases.push(phase));
  ana.sync.start();
  await ana.settle();
  expect(phases).not.toContain('stopped');
});

test('a sign-in elsewhere ends this console, which keeps its commands for the next time', async () => {
  const ticket = await addTicket(server.db, company, { queueId: support(), name: 'Iara' });
  const ana = await live(company.ana);
  const stopped = ana.phase('stopped');
  await server.seat(company.ana);
  await stopped;
  expect(ana.sync.status()).toMatchObject({ layer: 'session', reason: 'ERR_SESSION_TAKEN_OVER' });
  ana.sync.enqueue('ticket.accept', { ticketId: ticket.id });
  expect(ana.sync.status()).toMatchObject({ phase: 'stopped', queued: 1 });
});

/** A picture of one red pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGP4z8DwHwAFAAH/iZk9HQAAAABJRU5ErkJggg==',
  'base64',
);
