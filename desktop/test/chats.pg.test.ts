import { v7 as uuidv7 } from 'uuid';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { addChat } from '../../server/src/sync/testing/data.ts';
import { startApi } from '../../server/test/api.ts';
import { type CompanyFixture, givePlan, type UserFixture } from '../../server/test/fixtures.ts';
import { createLiveConsole, type LiveConsole } from './live/console.ts';
import { type LiveApi, openLiveApi } from './live/live-api.ts';

let server: LiveApi;
let company: CompanyFixture;
const consoles: LiveConsole[] = [];

beforeAll(async () => {
  server = await openLiveApi(await startApi());
  company = await server.company('Padaria');
  await givePlan(server.admin, company.companyId);
});
afterEach(() => {
  for (const console of consoles.splice(0)) console.remove();
});
afterAll(() => server.stop());

async function live(user: UserFixture): Promise<LiveConsole> {
  const console = createLiveConsole(server.url, await server.seat(user));
  consoles.push(console);
  console.sync.start();
  await console.settle();
  return console;
}
const run = (statement: Parameters<typeof server.db.withCompany>[1]) =>
  server.db.withCompany(company.companyId, statement);
const say = (console: LiveConsole, chatId: number, body: string) => {
  const id = uuidv7();
  console.sync.enqueue('chat.send', { id, chatId, body, mediaId: null, card: null, mentionedIds: [] });
  return id;
};
const said = ({ store }: LiveConsole, chatId: number) =>
  store.chats.page(chatId, 1_000).messages.map(({ message }) => message);
const unread = ({ store }: LiveConsole, chatId: number) => store.chats.byId(chatId)?.unread;

test('goes on through a cut of the network: written once, in order, and read', async () => {
  const { chatId } = await addChat(server.db, company, [company.bruno.id, company.ana.id]);
  const [ana, bruno] = [await live(company.ana), await live(company.bruno)];
  ana.sync.stop();
  for (const body of ['um', 'dois']) say(ana, chatId, body);
  expect(said(ana, chatId)).toEqual(['Bom dia', 'um', 'dois']);
  expect(ana.store.chats.page(chatId, 10).messages.map(({ delivery }) => delivery.state)).toEqual([
    'accepted',
    'queued',
    'queued',
  ]);
  // Found without a network, and what the colleague says meanwhile comes first.
  expect(ana.store.chats.find('bom').map(({ message }) => message)).toEqual(['Bom dia']);
  expect(ana.store.chats.find('dois').map(({ message }) => message)).toEqual(['dois']);
  say(bruno, chatId, 'antes');
  await bruno.settle();
  ana.shut();
  ana.open();
  ana.sync.start();
  await ana.settle();
  await bruno.settle();
  for (const console of [ana, bruno])
    expect(said(console, chatId)).toEqual(['Bom dia', 'antes', 'um', 'dois']);
  expect([unread(ana, chatId), unread(bruno, chatId)]).toEqual([2, 2]);
  ana.sync.enqueue('chat.read', { chatId, number: 4 });
  expect(unread(ana, chatId)).toBe(0);
  await ana.settle();
  await bruno.settle();
  const member = bruno.store.chats.byId(chatId)?.users.find(({ userId }) => userId === company.ana.id);
  expect(member).toMatchObject({ readNumber: 4, unreads: 0 });
});

test('a draft outlives the program, leaves with what is said, and goes with its chat', async () => {
  const { chatId } = await addChat(server.db, company, [company.bruno.id, company.ana.id]);
  const ana = await live(company.ana);
  const draft = () => ana.store.chatDrafts.get(chatId);
  const file = uuidv7();
  ana.store.chatDrafts.set(chatId, { body: 'já', files: [file] });
  ana.shut();
  ana.open();
  expect(draft()).toEqual({ body: 'já', files: [file] });
  expect(ana.store.neededFiles()).toContain(file);
  const args = { id: uuidv7(), chatId, body: 'já', mediaId: null, card: null, mentionedIds: [] };
  ana.sync.say(args, undefined, { body: '', files: [file] });
  expect([draft(), said(ana, chatId)]).toEqual([{ body: '', files: [file] }, ['Bom dia', 'já']]);
  ana.sync.start();
  await ana.settle();
  await run((tx) => tx`delete from chats where id = ${chatId}`);
  await ana.settle();
  expect(draft()).toEqual({ body: '', files: [] });
});

test('reactions are seen at once, and by the others when they arrive', async () => {
  const { chatId, id } = await addChat(server.db, company, [company.bruno.id, company.ana.id]);
  const [ana, bruno] = [await live(company.ana), await live(company.bruno)];
  const reactions = ({ store }: LiveConsole) =>
    store.chats.page(chatId, 1).messages[0]?.reactions.map(({ name, emoji }) => `${name} ${emoji}`);
  ana.sync.stop();
  for (const emoji of ['👍', '🙏']) ana.sync.enqueue('chat.react', { id, chatId, emoji });
  expect([reactions(ana), reactions(bruno)]).toEqual([['Ana 🙏'], []]);
  bruno.sync.enqueue('chat.react', { id, chatId, emoji: '😂' });
  await bruno.settle();
  ana.shut();
  ana.open();
  ana.sync.start();
  await ana.settle();
  await bruno.settle();
  for (const console of [ana, bruno]) expect(reactions(console)).toEqual(['Bruno 😂', 'Ana 🙏']);
});

test('what was written in a chat that one was removed from meanwhile is said, and its text is kept', async () => {
  const { chatId } = await addChat(server.db, company, [company.bruno.id, company.ana.id]);
  const ana = await live(company.ana);
  ana.sync.stop();
  say(ana, chatId, 'ainda não chegou');
  await run((tx) => tx`delete from chat_members where chat_id = ${chatId} and user_id = ${company.ana.id}`);
  ana.shut();
  ana.open();
  ana.sync.start();
  await ana.settle();
  expect(ana.rejections).toMatchObject([{ name: 'chat.send', code: 'ERR_NO_CHAT_FOUND' }]);
  expect(ana.store.commands.list(10)).toMatchObject([{ text: 'ainda não chegou', state: 'rejected' }]);
  expect(ana.store.chats.byId(chatId)).toBeNull();
  expect(said(ana, chatId)).toEqual([]);
});

test('who comes into a chat has its newest messages at once and the others by the page, without a hole', async () => {
  const { chatId } = await addChat(server.db, company, [company.bruno.id]);
  await run(
    (tx) => tx`
      insert into chat_messages (company_id, id, chat_id, number, sender_id, body, media_type)
      select ${company.companyId}, gen_random_uuid(), ${chatId}, n, ${company.bruno.id}, 'linha ' || n, 'chat'
      from generate_series(2, 200) n`,
  );
  await run((tx) => tx`update chats set last_number = 200 where id = ${chatId}`);
  const ana = await live(company.ana);
  await run(
    (tx) => tx`insert into chat_members (company_id, chat_id, user_id, read_number)
      values (${company.companyId}, ${chatId}, ${company.ana.id}, 200)`,
  );
  // An old one that changes meanwhile leaves no island among those that are here.
  await run((tx) => tx`update chat_messages set body = 'velha' where chat_id = ${chatId} and number = 5`);
  await ana.settle();
  const numbers = () => ana.store.chats.page(chatId, 1_000).messages.map(({ number }) => number);
  expect(numbers()).toEqual(Array.from({ length: 30 }, (_, index) => 171 + index));
  for (let page = ana.store.chats.page(chatId, 500); page.missing; page = ana.store.chats.page(chatId, 500))
    await ana.sync.fetchChatMessages(chatId, page.missing.before, 100);
  expect(numbers()).toEqual(Array.from({ length: 200 }, (_, index) => index + 1));
  expect(said(ana, chatId)[4]).toBe('velha');
});
