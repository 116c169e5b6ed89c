import * as contracts from '@balcao/shared/features/chats/calls.ts';
import { downloadMedia, uploadMedia } from '@balcao/shared/features/media/calls.ts';
import { listMentions } from '@balcao/shared/features/mentions/calls.ts';
import { v7 as uuidv7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { createTicket } from '../../../test/fixtures.ts';
import { PICTURE } from '../../../test/picture.ts';
import { openListener } from '../../sync/testing/listener.ts';
import {
  company,
  create,
  people,
  plan,
  prepare,
  read,
  send,
  server,
  sessions,
  token,
  unreads,
  type Who,
} from './testing/chats.ts';

prepare();

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
