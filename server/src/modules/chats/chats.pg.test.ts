import * as contracts from '@balcao/shared/features/chats/calls.ts';
import { downloadMedia, uploadMedia } from '@balcao/shared/features/media/calls.ts';
import { listMentions } from '@balcao/shared/features/mentions/calls.ts';
import { deleteUser } from '@balcao/shared/features/users/calls.ts';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Session, startApi } from '../../../test/api.ts';
import {
  type CompanyFixture,
  createTicket,
  createUser,
  givePlan,
  type UserFixture,
} from '../../../test/fixtures.ts';
import { PICTURE } from '../../../test/picture.ts';
import { openListener } from '../../sync/testing/listener.ts';
import { openSyncApi, type SyncApi } from '../../sync/testing/sync-api.ts';

let server: SyncApi;
let company: CompanyFixture;
let plan: number;
let sessions: Record<'admin' | 'ana' | 'bruno', Session>;

beforeAll(async () => {
  server = await openSyncApi(await startApi());
  company = await server.company('Padaria');
  plan = await givePlan(server.admin, company.companyId);
  sessions = {
    admin: await server.openSession(company.admin),
    ana: await server.openSession(company.ana),
    bruno: await server.openSession(company.bruno),
  };
});
afterAll(() => server.stop());

type Who = keyof typeof sessions;
const token = (who: Who) => sessions[who].token;
const people = (...users: UserFixture[]) => users.map(({ id }) => ({ id }));

const create = (who: Who, users: UserFixture[], title = 'Turno da manhã') =>
  server.call(contracts.createChat, { body: { title, users: people(...users) }, token: token(who) });
const send = (who: Who, chatId: number, message: string, more: object = {}) =>
  server.call(contracts.sendChatMessage, {
    params: { chatId },
    body: { message, ...more },
    token: token(who),
  });
const read = async (who: Who, chatId: number) =>
  (await server.call(contracts.listChatMessages, { params: { chatId }, query: {}, token: token(who) }))
    .records;
const unreads = async (who: Who, chatId: number) => {
  const { records } = await server.call(contracts.listChats, { query: {}, token: token(who) });
  const members = records.find(({ id }) => id === chatId)?.users;
  return members?.find(({ userId }) => userId === sessions[who].userId)?.unreads;
};

it('is read and written by its members, and counts for each what he has not seen', async () => {
  const chat = await create('ana', [company.bruno]);
  expect(chat).toMatchObject({
    title: 'Turno da manhã',
    ownerId: company.ana.id,
    lastMessage: '',
    ofTwo: false,
  });
  expect(chat.users.map(({ user }) => user.name)).toEqual(['Ana', 'Bruno']);
  const first = await send('ana', chat.id, 'Bom dia');
  await send('ana', chat.id, 'Quem abre o caixa?');
  expect(first).toMatchObject({ number: 1, message: 'Bom dia', sender: { name: 'Ana' }, mediaType: 'chat' });
  expect([await unreads('ana', chat.id), await unreads('bruno', chat.id)]).toEqual([0, 2]);
  // Whoever the body names, it is the caller's own counter.
  const params = { chatId: chat.id };
  await server.call(contracts.readChat, { params, body: { userId: company.bruno.id }, token: token('ana') });
  expect(await unreads('bruno', chat.id)).toBe(2);
  await server.call(contracts.readChat, { params, body: { userId: company.ana.id }, token: token('bruno') });
  expect(await unreads('bruno', chat.id)).toBe(0);
  expect((await read('bruno', chat.id)).map(({ message }) => message)).toEqual([
    'Bom dia',
    'Quem abre o caixa?',
  ]);
});

/** Calls about one chat, with what they need beside its id. */
const BODIES: Record<string, object> = {
  sendChatMessage: { message: 'oi' },
  editChatMessage: { message: 'meu' },
  reactToChatMessage: { emoji: '👍' },
  updateChat: { title: 'meu' },
  readChat: {},
};
const OF_ONE_CHAT = Object.entries(contracts).filter(([, { path }]) => path.includes(':chat'));

describe('to a colleague who is no member, and to the admin', () => {
  it('is what a missing one is, and what a stranger gets, whatever they call', async () => {
    const other = await server.company('Vizinha');
    await givePlan(server.admin, other.companyId);
    const stranger = await server.signIn(other.admin);
    const chat = await create('ana', [company.bruno]);
    const { id: chatMessageId } = await send('ana', chat.id, 'CANARY segredo');
    const there = { chatId: chat.id, chatUuid: chat.uuid, chatMessageId };
    const missing = { chatId: 987_654_321, chatUuid: uuidv7(), chatMessageId };
    expect(OF_ONE_CHAT.length).toBeGreaterThan(9);
    for (const [name, contract] of OF_ONE_CHAT) {
      const answer = async (params: object, who: string) => {
        const body = BODIES[name];
        const call = { params: { ...params }, token: who, ...(body ? { body } : {}) };
        const { requestId: _id, ...told } = await server.refused('ERR_NO_CHAT_FOUND', contract, call);
        return told;
      };
      const told = [
        await answer(there, token('admin')),
        await answer(missing, token('admin')),
        await answer(there, stranger),
      ];
      expect(new Set(told.map((one) => JSON.stringify(one))), name).toHaveProperty('size', 1);
    }
    const listed = await server.call(contracts.listChats, { query: {}, token: token('admin') });
    expect(listed.records.map(({ id }) => id)).not.toContain(chat.id);
    expect(await read('bruno', chat.id)).toMatchObject([
      { message: 'CANARY segredo', isDeleted: false, reactions: [] },
    ]);
  });

  it('says nothing on a live line, and takes no command', async () => {
    const chat = await create('ana', [company.bruno]);
    const { id } = await send('ana', chat.id, 'CANARY antes');
    const [desk, program] = [server.console(sessions.admin), openListener(server.url, token('admin'))];
    await Promise.all([desk.live(), program.frame('subscribed')]);
    const of = { chatId: chat.id, id };
    for (const [name, args] of [
      ['chat.send', { ...of, id: uuidv7(), body: 'oi', mediaId: null, card: null, mentionedIds: [] }],
      ['chat.edit', { ...of, body: 'meu' }],
      ['chat.delete', of],
      ['chat.react', { ...of, emoji: '👍' }],
      ['chat.read', { chatId: chat.id, number: 1 }],
    ] as const) {
      const seq = desk.push(name, args as never);
      const { mutations } = await desk.next('batch', (batch) => batch.mutations.acked >= seq);
      expect(mutations.results.find((result) => result.seq === seq)?.code, name).toBe('ERR_NO_CHAT_FOUND');
    }
    await send('bruno', chat.id, 'CANARY depois');
    // Of a chat of his own he hears, after all that he must not hear of.
    const own = await create('admin', [company.ana]);
    await program.event('chat', ({ record }) => record.id === own.id);
    await desk.settle();
    expect([...desk.texts, ...program.texts].join()).not.toContain('CANARY');
    desk.cut();
    program.cut();
  });
});

it('has messages that their authors change and delete, and to which every member reacts once', async () => {
  const chat = await create('ana', [company.bruno]);
  const { id: chatMessageId } = await send('ana', chat.id, 'Abro eu');
  const of = (who: Who) => ({ params: { chatId: chat.id, chatMessageId }, token: token(who) });
  const edit = (who: Who, message: string) => ({ ...of(who), body: { message } });
  const edited = await server.call(contracts.editChatMessage, edit('ana', 'Abre o Bruno'));
  expect(edited).toMatchObject({ message: 'Abre o Bruno', isEdited: true });
  await server.refused('ERR_NO_PERMISSION', contracts.editChatMessage, edit('bruno', 'Eu não'));
  await server.refused('ERR_NO_PERMISSION', contracts.deleteChatMessage, of('bruno'));
  await server.refused('ERR_VALIDATION', contracts.editChatMessage, edit('ana', ' '));

  const react = (who: Who, emoji: string) =>
    server.call(contracts.reactToChatMessage, { ...of(who), body: { emoji } });
  await react('ana', '😂');
  await react('bruno', '👍');
  expect((await react('bruno', '🙏')).reactions).toEqual([
    { userId: company.ana.id, name: 'Ana', emoji: '😂' },
    { userId: company.bruno.id, name: 'Bruno', emoji: '🙏' },
  ]);
  expect((await react('ana', '')).reactions).toMatchObject([{ name: 'Bruno' }]);
  for (const emoji of ['ok', '👍👍'])
    await server.refused('ERR_VALIDATION', contracts.reactToChatMessage, { ...of('ana'), body: { emoji } });
  // A reaction is nothing unread.
  expect(await unreads('ana', chat.id)).toBe(0);

  await server.call(contracts.deleteChatMessage, of('ana'));
  await server.call(contracts.deleteChatMessage, of('ana'));
  expect(await read('bruno', chat.id)).toMatchObject([{ message: '', isDeleted: true, reactions: [] }]);
  for (const [contract, body] of [
    [contracts.editChatMessage, { message: 'de volta' }],
    [contracts.reactToChatMessage, { emoji: '👍' }],
  ] as const)
    await server.refused('ERR_NO_CHAT_MESSAGE_FOUND', contract, { ...of('ana'), body });
  const another = await create('ana', [company.bruno]);
  const elsewhere = { ...of('ana'), params: { chatId: another.id, chatMessageId } };
  await server.refused('ERR_NO_CHAT_MESSAGE_FOUND', contracts.deleteChatMessage, elsewhere);
});

it('is changed and deleted by its owner alone', async () => {
  const chat = await create('ana', [company.bruno]);
  const of = (who: Who) => ({ params: { chatId: chat.id }, token: token(who) });
  const body = { title: 'Tarde', users: people(company.admin) };
  await server.refused('ERR_NO_PERMISSION', contracts.updateChat, { ...of('bruno'), body });
  await server.refused('ERR_NO_PERMISSION', contracts.deleteChat, of('bruno'));
  const changed = await server.call(contracts.updateChat, { ...of('ana'), body });
  expect(changed.users.map(({ user }) => user.name)).toEqual(['Ana', 'Admin']);
  await server.refused('ERR_NO_CHAT_FOUND', contracts.listChatMessages, { ...of('bruno'), query: {} });
  await server.call(contracts.deleteChat, of('ana'));
  await server.refused('ERR_NO_CHAT_FOUND', contracts.listChatMessages, { ...of('ana'), query: {} });
});

it('refuses a chat without a title, without people, or with people of another company', async () => {
  const other = await server.company('Oficina');
  const make = (body: object) => ({ body, token: token('ana') });
  await server.refused(
    'ERR_VALIDATION',
    contracts.createChat,
    make({ title: ' ', users: people(company.bruno) }),
  );
  await server.refused('ERR_VALIDATION', contracts.createChat, make({ title: 'x', users: [] }));
  await server.refused(
    'ERR_NO_USER_FOUND',
    contracts.createChat,
    make({ title: 'x', users: people(other.ana) }),
  );
  await server.refused('ERR_NO_USER_FOUND', contracts.openChatOfTwo, make({ userId: company.ana.id }));
  const { id: chatId } = await create('ana', [company.bruno]);
  const params = { chatId };
  await server.refused('ERR_VALIDATION', contracts.sendChatMessage, { params, ...make({ message: ' \n' }) });
});

it('opens one chat for two people, whoever asks, and both at once', async () => {
  const open = (who: Who, { id: userId }: UserFixture) =>
    server.call(contracts.openChatOfTwo, { body: { userId }, token: token(who) });
  const opened = await Promise.all([
    open('ana', company.admin),
    open('admin', company.ana),
    open('ana', company.admin),
  ]);
  expect(new Set(opened.map(({ id }) => id)).size).toBe(1);
  const chatId = opened[0]?.id ?? 0;
  expect(opened[0]).toMatchObject({ ofTwo: true, title: '' });
  const of = { params: { chatId }, token: token(opened[0]?.ownerId === company.ana.id ? 'ana' : 'admin') };
  await server.refused('ERR_CHAT_OF_TWO', contracts.leaveChat, of);
  await server.refused('ERR_CHAT_OF_TWO', contracts.updateChat, { ...of, body: { title: 'x' } });
});

describe('whoever comes and goes', () => {
  it('reads all that was said before, and nothing after', async () => {
    const chat = await create('ana', [company.admin]);
    const params = { chatId: chat.id };
    await send('ana', chat.id, 'antes');
    const members = (...users: UserFixture[]) =>
      server.call(contracts.updateChat, { params, body: { users: people(...users) }, token: token('ana') });
    await members(company.admin, company.bruno);
    expect((await read('bruno', chat.id)).map(({ message }) => message)).toEqual(['antes']);
    expect(await unreads('bruno', chat.id)).toBe(0);
    await server.call(contracts.leaveChat, { params, token: token('bruno') });
    await server.refused('ERR_NO_CHAT_FOUND', contracts.listChatMessages, {
      params,
      query: {},
      token: token('bruno'),
    });
    expect((await read('admin', chat.id)).length).toBe(1);
  });

  it('hands over what is theirs, and takes along what nobody is left in', async () => {
    const chat = await create('ana', [company.bruno]);
    await send('ana', chat.id, 'tchau');
    const leave = (who: Who) =>
      server.call(contracts.leaveChat, { params: { chatId: chat.id }, token: token(who) });
    await leave('ana');
    const [left] = await server.admin`select owner_id from chats where id = ${chat.id}`;
    expect(Number(left?.owner_id)).toBe(company.bruno.id);
    await leave('bruno');
    const rest = await server.admin`
      select id::text from chats where id = ${chat.id} union all
      select id::text from chat_messages where chat_id = ${chat.id}`;
    expect(rest.length).toBe(0);
  });

  it('leaves what was said when the person is deleted', async () => {
    const carla = await createUser(server.admin, company.companyId, 'Carla', []);
    const { token: hers } = await server.openSession(carla);
    const body = { title: 'Férias', users: people(company.ana) };
    const chat = await server.call(contracts.createChat, { body, token: hers });
    const params = { chatId: chat.id };
    await server.call(contracts.sendChatMessage, { params, body: { message: 'fui' }, token: hers });
    await server.call(deleteUser, { params: { userId: carla.id }, token: token('admin') });
    expect(await read('ana', chat.id)).toMatchObject([
      { message: 'fui', senderId: null, sender: { name: '' } },
    ]);
    const found = await server.call(contracts.getChat, {
      params: { chatUuid: chat.uuid },
      token: token('ana'),
    });
    expect(found).toMatchObject({ ownerId: company.ana.id, users: [{ userId: company.ana.id }] });
  });
});

describe('from a console', () => {
  const words = { mediaId: null, card: null, mentionedIds: [] };

  it('is written once, changed and deleted by its author, and read up to a number', async () => {
    const chat = await create('ana', [company.bruno]);
    const desk = server.console(sessions.ana);
    await desk.live();
    const run = async (...command: Parameters<typeof desk.push>) => {
      const seq = desk.push(...command);
      const { mutations } = await desk.next('batch', (batch) => batch.mutations.acked >= seq);
      return mutations.results.find((result) => result.seq === seq)?.code ?? 'applied';
    };
    const args = { ...words, id: uuidv7(), chatId: chat.id, body: 'uma vez' };
    expect([await run('chat.send', args), await run('chat.send', args)]).toEqual(['applied', 'applied']);
    const theirs = await send('bruno', chat.id, 'duas');
    const last = await send('bruno', chat.id, 'três');
    expect(await unreads('ana', chat.id)).toBe(2);
    await run('chat.read', { chatId: chat.id, number: theirs.number });
    expect(await unreads('ana', chat.id)).toBe(1);
    const change = { chatId: chat.id, body: 'minha agora' };
    expect(await run('chat.edit', { ...change, id: theirs.id })).toBe('ERR_NO_PERMISSION');
    expect(await run('chat.delete', { chatId: chat.id, id: last.id })).toBe('ERR_NO_PERMISSION');
    expect(await run('chat.edit', { ...change, id: args.id })).toBe('applied');
    expect(await read('ana', chat.id)).toMatchObject([{ message: 'minha agora', isEdited: true }, {}, {}]);
    await run('chat.delete', { chatId: chat.id, id: args.id });
    expect((await read('bruno', chat.id))[0]).toMatchObject({ message: '', isDeleted: true });
    await server.admin`update plans set use_internal_chat = false where id = ${plan}`;
    expect(await run('chat.send', { ...args, id: uuidv7() })).toBe('ERR_PLAN_FEATURE_OFF');
    await server.admin`update plans set use_internal_chat = true where id = ${plan}`;
    desk.cut();
  });

  it('comes to members alone, as it happens and by the page, and goes with them', async () => {
    const chat = await create('ana', [company.bruno]);
    const said = await send('ana', chat.id, 'CANARY antes');
    const [desk, stranger] = [server.console(sessions.bruno), server.console(sessions.admin)];
    await Promise.all([desk.live(), stranger.live()]);
    expect(desk.store.rows('chat').map(({ id }) => id)).toContain(chat.id);
    const page = async (from: typeof desk) => {
      from.send({ type: 'fetch', reqId: 1, what: 'chatMessages', chatId: chat.id, before: null, limit: 30 });
      const { code, sets } = await from.next('page', undefined, 0);
      return code ?? sets.flatMap(({ rows }) => rows.map(({ id }) => id));
    };
    expect(await page(desk)).toEqual([said.id]);
    expect(await page(stranger)).toBe('ERR_NO_CHAT_FOUND');
    const news = await send('ana', chat.id, 'CANARY agora');
    await desk.next('batch', ({ puts }) => puts.some(({ rows }) => rows.some(({ id }) => id === news.id)), 0);
    await server.call(contracts.updateChat, {
      params: { chatId: chat.id },
      body: { users: people(company.ana) },
      token: token('ana'),
    });
    await desk.next('batch', ({ evicts }) => evicts.some(({ entity }) => entity === 'chat'), 0);
    await stranger.settle();
    expect(stranger.texts.join()).not.toContain('CANARY');
    desk.cut();
    stranger.cut();
  });
});

it('shows a conversation only when its sender sees it', async () => {
  const chat = await create('bruno', [company.ana]);
  const ticket = await createTicket(server.admin, company, { userId: company.ana.id });
  const card = { ticketId: ticket.id, ticketUuid: ticket.uuid, message: null };
  const params = { chatId: chat.id };
  const shown = await send('ana', chat.id, '', { card });
  expect(shown).toMatchObject({ card, message: '' });
  await server.refused('ERR_NO_TICKET_FOUND', contracts.sendChatMessage, {
    params,
    body: { card },
    token: token('bruno'),
  });
});

it('tells the members whom it names, until they have read it or have left', async () => {
  const chat = await create('ana', [company.bruno]);
  const named = [company.bruno.id, company.admin.id, company.ana.id];
  const message = await send('ana', chat.id, 'veja, @Bruno', { mentionedIds: named });
  expect(message.mentions.map(({ name }) => name)).toEqual(['Ana', 'Bruno']);
  const inbox = async (who: Who) => {
    const { mentions } = await server.call(listMentions, { query: {}, token: token(who) });
    return mentions.filter((mention) => mention.chat?.id === chat.id);
  };
  expect(await inbox('bruno')).toMatchObject([
    { source: 'chat', messageId: message.id, authorId: company.ana.id, ticketId: null, readAt: null },
  ]);
  expect([await inbox('ana'), await inbox('admin')]).toEqual([[], []]);
  const params = { chatId: chat.id };
  await server.call(contracts.readChat, { params, body: {}, token: token('bruno') });
  expect((await inbox('bruno'))[0]?.readAt).not.toBeNull();

  const edit = (id: string, text: string, more: object = {}) =>
    server.call(contracts.editChatMessage, {
      params: { ...params, chatMessageId: id },
      body: { message: text, ...more },
      token: token('ana'),
    });
  // Who has been told of it is not told again.
  const known = await edit(message.id, 'veja isto, @Bruno', { mentionedIds: [company.bruno.id] });
  expect(known.mentions.map(({ name }) => name)).toEqual(['Bruno']);
  expect((await inbox('bruno'))[0]?.readAt).not.toBeNull();
  const { id } = await send('ana', chat.id, 'e isto');
  await edit(id, 'e isto, @Bruno', { mentionedIds: [company.bruno.id, company.ana.id] });
  await edit(id, 'e isto aqui, @Bruno');
  expect((await inbox('bruno')).map(({ messageId }) => messageId)).toContain(id);
  await edit(id, 'nada mais', { mentionedIds: [] });
  expect((await inbox('bruno')).map(({ messageId }) => messageId)).toEqual([message.id]);

  await server.call(contracts.leaveChat, { params, token: token('bruno') });
  expect(await inbox('bruno')).toEqual([]);
});

it('gives its files to members alone', async () => {
  const chat = await create('ana', [company.bruno]);
  const params = { mediaId: uuidv7() };
  await server.call(uploadMedia, { params, body: PICTURE, token: token('ana') });
  const read = (who: Who) => server.send(downloadMedia, { params, token: token(who) });
  expect((await read('bruno')).statusCode).toBe(404);
  const sent = await send('ana', chat.id, '', { mediaId: params.mediaId });
  expect(sent).toMatchObject({ mediaType: 'image', media: { id: params.mediaId } });
  expect([(await read('bruno')).statusCode, (await read('admin')).statusCode]).toEqual([200, 404]);
});

it('tells programs under the names of the list, of the person and of the chat', async () => {
  const listener = openListener(server.url, token('bruno'));
  await listener.frame('subscribed');
  const chat = await create('ana', [company.bruno]);
  const message = await send('ana', chat.id, 'ouviu?');
  const place = `chat-${chat.id}`;
  const heard = await listener.event(place, ({ action }) => action === 'new-message');
  expect(heard.record).toEqual(message);
  await listener.event('chat', ({ record }) => record.id === chat.id);
  await server.call(contracts.reactToChatMessage, {
    params: { chatId: chat.id, chatMessageId: message.id },
    body: { emoji: '👏' },
    token: token('bruno'),
  });
  const changed = await listener.event(place, ({ action }) => action === 'update-message');
  expect(changed.record).toMatchObject({ id: message.id, reactions: [{ name: 'Bruno', emoji: '👏' }] });
  await listener.event(`chat-user-${company.bruno.id}`, ({ record }) => record.id === chat.id);
  await server.call(contracts.deleteChat, { params: { chatId: chat.id }, token: token('ana') });
  expect(await listener.event(place, ({ action }) => action === 'delete')).toMatchObject({
    record: { id: chat.id },
  });
  listener.cut();
});
