import type { MethodInput, MethodOutput } from '@balcao/shared/bridge/methods.ts';
import { DRAFT_MAX_CHARS } from '@balcao/shared/features/composer/bridge.ts';
import type { FetchFrame } from '@balcao/shared/sync/frames.ts';
import { v7 as uuidv7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { contactRow, messageRow, minute, ticketRow, ticketUuid } from '../../test/rows.ts';
import { startStubServer, stubUser } from '../../test/stub-server.ts';
import type { BridgeClient } from '../bridge/client.ts';
import { packet, webm } from './media/testing/webm.ts';
import { EMPTY_DRAFT } from './store/drafts.ts';
import { begun, codeOf, disk, made, openCorePlace } from './testing/core-place.ts';

const place = openCorePlace();
const { start, signIn } = place;

const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

describe('a console', () => {
  it('notifies of customers, but not in the ticket that is open on the screen', async () => {
    const { screen, host, heard } = await signIn();
    await expect.poll(() => host.status?.unread).toBe(1);
    await screen.invoke('sync.interest', { ticketIds: [2], focused: true });
    const now = () => new Date().toISOString();
    const write = (id: number, ticketId: number, status: 'pending' | 'open') =>
      place.server.sync.put(
        {
          entity: 'ticket',
          rows: [
            ticketRow(ticketId, {
              status,
              userId: status === 'open' ? stubUser.id : null,
              unreadMessages: 1,
              lastMessageAt: now(),
            }),
          ],
        },
        { entity: 'message', rows: [messageRow(id, ticketId, { createdAt: now() })] },
      );
    const shown = heard('notification.shown', () => true);
    write(31, 2, 'open');
    write(32, 1, 'pending');
    expect(await shown).toMatchObject({
      key: ticketUuid(1),
      title: 'Cliente 1',
      body: 'mensagem 32',
      sound: true,
    });
    expect(host.notices.map(({ key }) => key)).toEqual([ticketUuid(1)]);
    await expect.poll(() => host.status?.unread).toBe(2);

    const target = heard('navigate.to', () => true);
    host.command({ kind: 'navigate', path: `/tickets/${ticketUuid(1)}` });
    expect(await target).toEqual({ path: `/tickets/${ticketUuid(1)}` });
  });

  it('asks for older messages while it can, and says when it cannot', async () => {
    place.server.sync.page = (frame) =>
      frame.what === 'messages' && frame.before
        ? { sets: [{ entity: 'message', rows: [18, 19, 20].map((id) => messageRow(id, 2)) }], hasMore: true }
        : { sets: [{ entity: 'message', rows: [21, 22, 23].map((id) => messageRow(id, 2)) }], hasMore: true };
    const { screen } = await signIn();
    const newest = await screen.invoke('messages.list', { ticketId: 2, before: null, limit: 3 });
    expect(newest.messages.map(({ body }) => body)).toEqual(['mensagem 21', 'mensagem 22', 'mensagem 23']);
    expect([newest.hasMore, newest.incomplete]).toEqual([true, false]);

    const keyOf = (page: typeof newest) => {
      const { createdAt, id } = page.messages[0]!;
      return { createdAt, id };
    };
    const older = await screen.invoke('messages.list', { ticketId: 2, before: keyOf(newest), limit: 3 });
    expect(older.messages.map(({ body }) => body)).toEqual(['mensagem 18', 'mensagem 19', 'mensagem 20']);
    expect([older.hasMore, older.incomplete]).toEqual([true, false]);

    await place.server.close();
    const none = await screen.invoke('messages.list', { ticketId: 2, before: keyOf(older), limit: 3 });
    expect(none).toMatchObject({ messages: [], hasMore: true, incomplete: true });
  });

  it('pages through closed tickets without leaving any out', async () => {
    const closed = Array.from({ length: 130 }, (_, index) => {
      const at = { contactId: 1, lastMessageAt: minute(-index) };
      return ticketRow(1_000 - index, { status: 'closed', userId: stubUser.id, ...at });
    });
    // One old ticket is cached already, by itself: a page must not end at it.
    place.server.sync.rows.push({ entity: 'ticket', rows: [closed[120]!] });
    place.server.sync.page = (frame: FetchFrame) => {
      if (frame.what !== 'closedTickets') return { sets: [], hasMore: false };
      const from = frame.before ? closed.findIndex(({ id }) => id === frame.before?.id) + 1 : 0;
      const page = closed.slice(from, from + frame.limit);
      return { sets: [{ entity: 'ticket', rows: page }], hasMore: from + frame.limit < closed.length };
    };
    const { screen } = await signIn();
    const read = (reach: number): Promise<MethodOutput<'tickets.list'>> =>
      screen.invoke('tickets.list', { status: 'closed', limit: 25, reach });
    const first = await read(25);
    expect(first.ids).toEqual(closed.slice(0, first.ids.length).map(({ id }) => id));
    expect([first.tickets.length, first.hasMore]).toEqual([25, true]);
    expect(await screen.invoke('tickets.counts', null)).toMatchObject({
      closed: first.ids.length,
      closedIsAll: false,
    });
    const all = await read(closed.length + 1);
    expect([all.ids, all.hasMore]).toEqual([closed.map(({ id }) => id), false]);
    expect(await screen.invoke('tickets.counts', null)).toMatchObject({
      closed: closed.length,
      closedIsAll: true,
    });

    const asked = place.server.sync.fetches.filter(({ what }) => what === 'closedTickets').length;
    await read(25);
    expect(place.server.sync.fetches.filter(({ what }) => what === 'closedTickets')).toHaveLength(asked);
  });

  it('lists what is one’s own or waits, to whoever may see every ticket all of them, and lets everybody search', async () => {
    const { screen } = await signIn();
    const list = async (input: Partial<MethodInput<'tickets.list'>>) =>
      (await screen.invoke('tickets.list', { status: 'open', limit: 9, ...input })).ids;
    expect([await list({}), await list({ status: null, search: 'cliente' })]).toEqual([[2], [3, 2, 1]]);
    expect(await screen.invoke('tickets.counts', null)).toMatchObject({ open: 1, pending: 1, unread: 1 });

    place.server.answerAs({ ...stubUser, profile: 'supervisor' });
    await screen.invoke('session.refreshUser');
    expect([await list({}), await list({ filter: { all: false } })]).toEqual([[3, 2], [2]]);
    expect(await screen.invoke('tickets.counts', null)).toMatchObject({ open: 2, pending: 1 });
  });

  it('finds a ticket by its link, also when it is not cached', async () => {
    place.server.sync.page = (frame) =>
      frame.what === 'ticket' && frame.uuid === ticketUuid(50)
        ? {
            sets: [
              { entity: 'contact', rows: [contactRow(50)] },
              { entity: 'ticket', rows: [ticketRow(50, { status: 'closed' })] },
            ],
            hasMore: false,
          }
        : { sets: [], hasMore: false };
    const { screen } = await signIn();
    expect((await screen.invoke('tickets.get', { uuid: ticketUuid(50) })).contact.name).toBe('Cliente 50');
    expect(await codeOf(screen.invoke('tickets.get', { uuid: ticketUuid(51) }))).toBe('ERR_NO_TICKET_FOUND');
  });

  it('uploads a file before the message that needs it', async () => {
    const { screen, heard } = await signIn();
    const { mediaId, url } = await screen.invoke('media.add', { name: 'ção.png', bytes: PNG });
    const queued = heard('sync.status', ({ queued }) => queued === 1);
    await screen.invoke('messages.send', { ticketId: 2, body: '', mediaId });
    await queued;
    const sent = heard('sync.status', (status) => status.queued === 0);
    const { messages } = await screen.invoke('messages.list', { ticketId: 2, before: null, limit: 10 });
    expect(messages.at(-1)).toMatchObject({
      mediaType: 'image',
      mediaUrl: url,
      media: { id: mediaId, mime: 'image/png' },
    });
    await sent;
    const upload = place.server.uploads.get(mediaId);
    expect(upload?.bytes.toString('base64')).toBe(PNG);
    expect(upload?.headers).toMatchObject({
      'content-type': 'image/png',
      'x-file-name': '%C3%A7%C3%A3o.png',
    });
    expect(place.server.sync.pushed.map(({ args }) => args)).toMatchObject([{ mediaId }]);
    expect(await codeOf(screen.invoke('messages.send', { ticketId: 2, body: ' ' }))).toBe('ERR_VALIDATION');
    const unknown = screen.invoke('messages.send', { ticketId: 2, body: '', mediaId: crypto.randomUUID() });
    expect(await codeOf(unknown)).toBe('ERR_NO_MEDIA_FOUND');
  });

  it('takes every kind of words back to where they were written; other commands are only taken out', async () => {
    const kept = disk();
    await (await signIn(kept)).stop();
    await place.server.close();
    const { screen } = await start(kept);
    place.server = await startStubServer();
    const say = (body: string, mediaId: string | null = null) =>
      screen.invoke('messages.send', { ticketId: 2, body, mediaId });
    await say('Um texto');
    await say('Uma foto', (await screen.invoke('media.add', { name: 'a.png', bytes: PNG })).mediaId);
    const bytes = webm(Array.from({ length: 50 }, () => packet(40))).toString('base64');
    const voice = await screen.invoke('media.addVoice', {
      bytes,
      waveform: Array.from({ length: 64 }, () => 9),
    });
    await say('', voice.mediaId);
    await screen.invoke('notes.add', { ...made(), ticketId: 2, body: 'Só para nós' });
    const planned = { contactId: 2, body: 'Para amanhã', sendAt: minute(99), mediaId: null };
    await screen.invoke('schedules.create', { ...made(), ...planned });
    const [newest] = (await screen.invoke('messages.list', { ticketId: 2, before: null, limit: 1 })).messages;
    await screen.invoke('messages.edit', { id: newest!.id, ticketId: 2, body: 'Só para mim' });
    await screen.invoke('tickets.setTags', { ticketId: 2, tagIds: [], before: [] });
    const list = async () => (await screen.invoke('outbox.list')).items;
    // A ticket whose row is not here may wait for the server as well.
    await screen.invoke('tickets.accept', { ticketId: 70 });
    expect(await screen.invoke('tickets.waiting', { ids: [1, 2, 70] })).toEqual([2, 70]);
    expect(
      (await list()).map(({ name, editable, ticketUuid: of }) => [name, editable, of === ticketUuid(2)]),
    ).toEqual([
      ['message.send', true, true],
      ['message.send', true, true],
      ['message.send', true, true],
      ['note.add', true, true],
      ['schedule.create', true, true],
      ['message.edit', false, true],
      ['ticket.setTags', false, true],
      ['ticket.accept', false, false],
    ]);
    for (const { position, editable } of (await list()).toReversed())
      await screen.invoke(editable ? 'outbox.edit' : 'outbox.remove', { position });
    expect(await list()).toEqual([]);
    expect(await screen.invoke('drafts.get', { ticketId: 2, userId: stubUser.id })).toMatchObject({
      mode: 'message',
      body: 'Um texto\nPara amanhã',
      note: 'Só para nós',
      files: [{ caption: 'Uma foto' }, { mediaId: voice.mediaId, caption: '' }],
    });
  });

  it('shows connections without a server and refuses to change them', async () => {
    const { screen } = await signIn();
    expect(await codeOf(screen.invoke('connections.start', { id: 1 }))).toBe('ERR_NO_WAPP_FOUND');
    await place.server.close();
    expect((await screen.invoke('rows.connection')).map(({ name }) => name)).toEqual(['Loja']);
    const code = await codeOf(screen.invoke('connections.start', { id: 1 }));
    expect(['ERR_OFFLINE', 'ERR_SERVER_UNREACHABLE']).toContain(code);
  });
});

it('does once what a screen asks again because it was not answered, whatever has become of it, and for its author alone', async () => {
  const kept = disk();
  const { screen, stop } = await signIn(kept);
  await place.server.close();
  const { userId } = made();
  const { mediaId } = await screen.invoke('media.add', { name: 'a.png', bytes: PNG });
  const [held, sent, note, planned] = [made(), made(), made(), made()];
  const say = (id: string, body: string, mediaId: string | null) => ({
    ...begun(''),
    quotedMsgId: null,
    messages: [{ id, body, mediaId }],
  });
  const forwarded = [
    { id: uuidv7(), ofId: messageRow(21, 2).id, ticketId: 2 },
    { id: uuidv7(), ofId: messageRow(21, 2).id, contactId: 3 },
  ];
  const about = { ticketUuid: uuidv7(), contactName: 'Maria' };
  const todo = { key: uuidv7(), userId, text: 'Ligar', dueOn: '2026-11-27', about };
  const later = { contactId: 2, body: 'Para amanhã', sendAt: minute(99), mediaId: null };
  const ask = async (one: BridgeClient) => {
    await one.invoke('composer.send', say(sent.id, 'Uma vez', null));
    await one.invoke('notes.add', { ...note, ticketId: 2, body: 'Só para nós' });
    await one.invoke('messages.forward', { userId, messages: forwarded });
    await one.invoke('schedules.create', { ...planned, ...later });
    await one.invoke('todos.add', todo);
  };
  await screen.invoke('composer.setHabits', { undoSeconds: 10 });
  await screen.invoke('composer.send', say(held.id, 'Volta', mediaId));
  const base = await screen.invoke('composer.takeBack', { ticketId: 2 });
  expect(await screen.invoke('composer.takeBack', { ticketId: 2 })).toBeNull();
  await screen.invoke('drafts.set', { ...begun(''), base: base ?? begun('').base });
  await screen.invoke('composer.setHabits', { undoSeconds: 0 });
  await ask(screen);
  await screen.invoke('drafts.set', begun('escrito desde então'));
  await screen.invoke('media.drop', { mediaId });
  await stop();

  const again = await start(kept);
  place.server = await startStubServer();
  await ask(again.screen);
  await again.screen.invoke('composer.send', say(held.id, 'Volta', mediaId));
  expect(await again.screen.invoke('drafts.get', { ticketId: 2, userId: stubUser.id })).toMatchObject({
    body: 'escrito desde então',
  });
  expect((await again.screen.invoke('outbox.list')).items.map(({ name }) => name)).toEqual([
    'message.send',
    'note.add',
    'message.forward',
    'message.forwardTo',
    'schedule.create',
  ]);
  const [task, ...others] = await again.screen.invoke('todos.list');
  expect([task, others]).toMatchObject([{ text: 'Ligar', done: false, dueOn: '2026-11-27', about }, []]);
  const told = again.heard('db.changed', ({ entities }) => entities.includes('todo'));
  await again.screen.invoke('todos.update', { id: task?.id ?? 0, dueOn: null });
  await told;
  expect(await again.screen.invoke('todos.list')).toEqual([{ ...task, dueOn: null }]);
  const another = { ...say(uuidv7(), 'De outra pessoa', null), userId: userId + 1 };
  expect(await codeOf(again.screen.invoke('composer.send', another))).toBe('ERR_SESSION_EXPIRED');
});

it('changes a draft only as the window knows it that asks, and together with what was taken out of it', async () => {
  const { screen, heard } = await signIn();
  await place.server.close();
  const told = heard('db.changed', ({ entities }) => entities.includes('draft'));
  expect(await screen.invoke('drafts.set', begun('Bom dia'))).toBeNull();
  await told;
  const standing = { ...EMPTY_DRAFT, body: 'Bom dia' };
  const sent = { quotedMsgId: null, messages: [{ id: uuidv7(), body: 'Boa tarde', mediaId: null }] };
  const note = { ...made(), body: 'Só para nós', mentionedIds: [] };
  expect([
    await screen.invoke('drafts.set', begun('Boa tarde')),
    await screen.invoke('composer.send', { ...begun(''), ...sent }),
    await screen.invoke('composer.keepNote', { ...begun(''), ...note }),
    (await screen.invoke('outbox.list')).items,
  ]).toEqual([standing, standing, standing, []]);

  const known = { ...begun(' e até logo'), base: standing };
  expect(await screen.invoke('composer.send', { ...known, ...sent })).toBeNull();
  const noted = { ...begun(''), base: known.draft };
  for (const _ of [1, 2]) expect(await screen.invoke('composer.keepNote', { ...noted, ...note })).toBeNull();
  expect((await screen.invoke('outbox.list')).items.map(({ text }) => text)).toEqual([
    'Boa tarde',
    'Só para nós',
  ]);
  expect(await screen.invoke('drafts.get', { ticketId: 2, userId: stubUser.id })).toEqual(EMPTY_DRAFT);

  // What is taken back makes it longer than any field takes.
  await screen.invoke('composer.setHabits', { undoSeconds: 10 });
  const again = { quotedMsgId: null, messages: [{ id: uuidv7(), body: 'Volta', mediaId: null }] };
  await screen.invoke('composer.send', { ...begun('a'.repeat(DRAFT_MAX_CHARS)), ...again });
  await screen.invoke('composer.takeBack', { ticketId: 2 });
  const base = await screen.invoke('drafts.get', { ticketId: 2, userId: stubUser.id });
  expect(base.body.length).toBeGreaterThan(DRAFT_MAX_CHARS);
  const shorter = { ...base, body: base.body.slice(0, -1) };
  expect(await screen.invoke('drafts.set', { ...begun(''), base, draft: shorter })).toBeNull();
  expect(await screen.invoke('drafts.set', { ...begun(''), base: shorter })).toBeNull();
});

it('offers the files of a list in its order, and sends them without a network and without an upload', async () => {
  const [price, photo, late] = [uuidv7(), uuidv7(), uuidv7()];
  const fileOf = (id: string, name: string, mime: string, state: 'stored' | 'pending' = 'stored') => ({
    ...{ id, name, mime, state, size: 7, width: null, height: null, seconds: null },
    ...{ voice: false, waveform: null },
  });
  const options = [
    { id: 1, name: 'Preços', media: fileOf(price, 'precos.pdf', 'application/pdf') },
    { id: 2, name: '', media: fileOf(photo, 'foto.png', 'image/png') },
    { id: 3, name: 'Não chegou', media: fileOf(late, 'x.pdf', 'application/pdf', 'pending') },
    { id: 4, name: 'Sem arquivo', media: null },
  ];
  place.server.sync.rows.push({
    entity: 'fileList',
    rows: [{ id: 9, name: 'Catálogo', message: 'Veja', options }],
  });
  const { screen } = await signIn();
  await place.server.close();
  const files = await screen.invoke('media.ofFileList', { id: 9 });
  expect(files).toMatchObject([
    { mediaId: price, name: 'precos.pdf', mime: 'application/pdf', size: 7, caption: '' },
    { mediaId: photo, name: 'foto.png', mime: 'image/png' },
  ]);
  expect(await codeOf(screen.invoke('media.ofFileList', { id: 8 }))).toBe('ERR_NO_FILE_LIST_FOUND');

  await screen.invoke('drafts.set', begun('Veja', price, photo));
  const { files: kept } = await screen.invoke('drafts.get', { ticketId: 2, userId: stubUser.id });
  expect(kept.map(({ mediaId }) => mediaId)).toEqual([price, photo]);
  const messages = files.map(({ mediaId }, index) => ({ id: uuidv7(), body: index ? '' : 'Veja', mediaId }));
  const base = { ...EMPTY_DRAFT, body: 'Veja', files: kept };
  await screen.invoke('composer.send', { ...begun(''), base, messages, quotedMsgId: null });
  const log = await screen.invoke('messages.list', { ticketId: 2, before: null, limit: 2 });
  expect(log.messages.map(({ media, delivery }) => [media?.id, delivery])).toEqual([
    [price, 'queued'],
    [photo, 'queued'],
  ]);
  expect(await screen.invoke('composer.uploads', { ticketId: 2 })).toEqual([]);
});

it('keeps a mail with its subject, copies and files while there is no network, and takes back all of it', async () => {
  const kept = disk();
  const { screen, stop } = await signIn(kept);
  await place.server.close();
  const { mediaId } = await screen.invoke('media.add', { name: 'a.png', bytes: PNG });
  const mail = { subject: 'Proposta 12', cc: ['socio@cliente.test'], bcc: ['chefe@loja.test'] };
  const words = { id: uuidv7(), body: 'Segue a proposta', mediaId: null, mail };
  const file = { id: uuidv7(), body: 'a frente', mediaId, mailOf: words.id };
  await screen.invoke('composer.send', { ...begun(''), quotedMsgId: null, messages: [file, words] });
  await stop();

  const again = await start(kept);
  place.server = await startStubServer();
  const { messages } = await again.screen.invoke('messages.list', { ticketId: 2, before: null, limit: 2 });
  const shown = messages.toSorted((one, other) => one.id.localeCompare(other.id));
  expect(shown).toMatchObject([
    {
      id: words.id,
      body: 'Segue a proposta',
      card: { title: mail.subject, mail: { cc: mail.cc, bcc: mail.bcc } },
    },
    { id: file.id, media: { id: mediaId } },
  ]);
  const { items } = await again.screen.invoke('outbox.list');
  for (const { position } of items.toReversed()) await again.screen.invoke('outbox.edit', { position });
  expect(await again.screen.invoke('drafts.get', { ticketId: 2, userId: stubUser.id })).toMatchObject({
    body: words.body,
    mail: { subject: mail.subject, cc: 'socio@cliente.test', bcc: 'chefe@loja.test' },
    files: [{ mediaId, caption: 'a frente' }],
  });
});

it('knows the other conversations of the same person from the cache, until the link is gone', async () => {
  const person = { personId: made().id };
  const contacts = (ids: number[], patch = {}) => ids.map((id) => contactRow(id, patch));
  const { screen } = await signIn();
  place.server.sync.put(
    { entity: 'contact', rows: contacts([1, 2], person) },
    {
      entity: 'ticket',
      rows: [ticketRow(11, { contactId: 1, status: 'closed', lastMessageAt: minute(9) })],
    },
  );
  const elsewhere = async (contactId: number) =>
    (await screen.invoke('tickets.elsewhere', { contactId })).map(({ id }) => id);
  await expect.poll(() => elsewhere(2)).toEqual([11]);
  expect(await elsewhere(1)).toEqual([2]);
  expect(await elsewhere(3)).toEqual([]);
  const { hits } = await screen.invoke('messages.find', { contactIds: [1, 2], text: 'mensagem' });
  expect(hits.map(({ createdAt }) => createdAt)).toEqual([minute(23), minute(22), minute(21)]);

  place.server.sync.put({ entity: 'contact', rows: contacts([1, 2]) });
  await expect.poll(() => elsewhere(2)).toEqual([]);
});
