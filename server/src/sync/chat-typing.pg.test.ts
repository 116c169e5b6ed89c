import { deleteChat, updateChat } from '@balcao/shared/features/chats/calls.ts';
import type { Typing } from '@balcao/shared/sync/ephemeral.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi } from '../../test/api.ts';
import { eventually } from '../../test/eventually.ts';
import { type CompanyFixture, givePlan } from '../../test/fixtures.ts';
import type { TestConsole } from './testing/console.ts';
import { addChat } from './testing/data.ts';
import { openSyncApi, type SyncApi } from './testing/sync-api.ts';

/** Who writes in a chat: told to members who have it open, and to nobody else. */
let server: SyncApi;
let company: CompanyFixture;
let tokenOfAna: string;
let desks: Record<'ana' | 'bruno' | 'boss' | 'stranger', TestConsole>;

beforeAll(async () => {
  server = await openSyncApi(await startApi());
  company = await server.company('Padaria');
  const other = await server.company('Vizinha');
  for (const { companyId } of [company, other]) await givePlan(server.admin, companyId);
  const open = async (person: CompanyFixture['ana']) => {
    const session = await server.openSession(person);
    if (person === company.ana) tokenOfAna = session.token;
    const desk = server.console(session);
    await desk.live();
    return desk;
  };
  desks = {
    ana: await open(company.ana),
    bruno: await open(company.bruno),
    boss: await open(company.admin),
    stranger: await open(other.admin),
  };
});
afterAll(() => server.stop());

const be = (desk: TestConsole, chatId: number | null, typing: Typing = null) =>
  desk.send({
    type: 'presence',
    viewing: null,
    typing: null,
    chat: chatId === null ? null : { id: chatId, typing },
  });
const heard = ({ frames }: TestConsole) =>
  frames.flatMap((frame) =>
    frame.type === 'eph' && frame.topic === 'chat-typing' ? [[frame.data.userId, frame.data.state]] : [],
  );
const hears = (desk: TestConsole, wanted: unknown[]) =>
  eventually(
    () => Promise.resolve(heard(desk).at(-1)),
    (last) => JSON.stringify(last) === JSON.stringify(wanted),
  );
const chatOf = (...members: { id: number }[]) =>
  addChat(
    server.db,
    company,
    members.map(({ id }) => id),
  );

test('members who have the chat open hear of each other; who is none neither hears nor is heard', async () => {
  const { chatId } = await chatOf(company.ana, company.bruno);
  for (const desk of Object.values(desks)) be(desk, chatId);
  be(desks.stranger, chatId, 'composing');
  be(desks.boss, chatId, 'composing');
  be(desks.ana, chatId, 'recording');
  await hears(desks.bruno, [company.ana.id, 'recording']);
  be(desks.bruno, chatId, 'composing');
  await hears(desks.ana, [company.bruno.id, 'composing']);
  be(desks.ana, chatId);
  await hears(desks.bruno, [company.ana.id, 'paused']);
  // Whoever goes elsewhere has stopped.
  be(desks.bruno, null);
  await hears(desks.ana, [company.bruno.id, 'paused']);
  expect([...heard(desks.boss), ...heard(desks.stranger)]).toEqual([]);
  const authors = new Set([...heard(desks.ana), ...heard(desks.bruno)].map(([userId]) => userId));
  expect(authors).toEqual(new Set([company.ana.id, company.bruno.id]));
});

test('whoever is removed, or whose chat is gone, is told nothing more', async () => {
  const { chatId } = await chatOf(company.ana, company.bruno, company.admin);
  for (const desk of [desks.ana, desks.bruno, desks.boss]) be(desk, chatId);
  const owner = { params: { chatId }, token: tokenOfAna };
  await server.call(updateChat, { ...owner, body: { users: [{ id: company.admin.id }] } });
  const before = heard(desks.bruno).length;
  be(desks.bruno, chatId, 'composing');
  be(desks.ana, chatId, 'composing');
  await hears(desks.boss, [company.ana.id, 'composing']);
  expect(heard(desks.boss).map(([userId]) => userId)).not.toContain(company.bruno.id);
  expect(heard(desks.bruno)).toHaveLength(before);
  await server.call(deleteChat, owner);
  const heardByBoss = heard(desks.boss).length;
  be(desks.ana, chatId, 'recording');
  await desks.ana.settle();
  await desks.boss.settle();
  expect(heard(desks.boss)).toHaveLength(heardByBoss);
});

test('a flood of it costs a few questions, and the line stays up', async () => {
  const { chatId } = await chatOf(company.ana, company.bruno);
  be(desks.ana, chatId);
  const before = heard(desks.ana).length;
  for (let turn = 0; turn < 200; turn += 1) be(desks.bruno, chatId, turn % 2 ? 'composing' : null);
  await desks.bruno.settle();
  await hears(desks.ana, [company.bruno.id, 'composing']);
  expect(heard(desks.ana).length - before).toBeLessThan(10);
});
