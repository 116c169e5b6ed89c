import type { Ephemeral } from '@balcao/shared/sync/ephemeral.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi } from '../../test/api.ts';
import { eventually } from '../../test/eventually.ts';
import type { CompanyFixture } from '../../test/fixtures.ts';
import type { TestConsole } from './testing/console.ts';
import { addTicket, changeTicket } from './testing/data.ts';
import { openSyncApi, type SyncApi } from './testing/sync-api.ts';

/** Who looks at a conversation and who writes in it: told to whom it concerns, and to nobody else. */
let server: SyncApi;
let company: CompanyFixture;
let other: CompanyFixture;
let desks: Record<'ana' | 'bruno' | 'boss' | 'stranger', TestConsole>;

beforeAll(async () => {
  server = await openSyncApi(await startApi());
  company = await server.company('Padaria');
  other = await server.company('Vizinha');
  const open = async (person: CompanyFixture['ana']) => {
    const desk = server.console(await server.openSession(person));
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

const be = (desk: TestConsole, viewing: number | null, typing: 'composing' | null = null) =>
  desk.send({ type: 'presence', viewing, typing, chat: null });
const heard = ({ frames }: TestConsole, ticketId: number): Ephemeral[] =>
  frames.flatMap((frame) => {
    if (frame.type !== 'eph') return [];
    const news = frame as unknown as Ephemeral;
    return 'ticketId' in news.data && news.data.ticketId === ticketId ? [news] : [];
  });
const viewers = (desk: TestConsole, ticketId: number) =>
  heard(desk, ticketId)
    .flatMap((news) => (news.topic === 'viewing' ? [news.data.userIds.toSorted((a, b) => a - b)] : []))
    .at(-1);
const typing = (desk: TestConsole, ticketId: number) =>
  heard(desk, ticketId)
    .flatMap((news) => (news.topic === 'typing' ? [[news.data.userId, news.data.state]] : []))
    .at(-1);
const becomes = <T>(look: () => T, wanted: T) =>
  eventually(
    () => Promise.resolve(look()),
    (found) => JSON.stringify(found) === JSON.stringify(wanted),
  );
/** In the queue of Ana, who serves it; Bruno has another queue, the boss sees everything. */
const served = () =>
  addTicket(server.db, company, {
    queueId: company.queues.support,
    name: 'Maria',
    status: 'open',
    userId: company.ana.id,
  });

test('those who look at a conversation hear of each other, and of who writes', async () => {
  const { id } = await served();
  const both = [company.ana.id, company.admin.id].toSorted((a, b) => a - b);
  be(desks.ana, id);
  be(desks.boss, id);
  await becomes(() => viewers(desks.ana, id), both);
  await becomes(() => viewers(desks.boss, id), both);
  be(desks.ana, id, 'composing');
  await becomes(() => typing(desks.boss, id), [company.ana.id, 'composing']);
  be(desks.ana, id);
  await becomes(() => typing(desks.boss, id), [company.ana.id, 'paused']);
  expect(typing(desks.ana, id)).toBeUndefined();
  be(desks.boss, null);
  await becomes(() => viewers(desks.ana, id), [company.ana.id]);
});

test('whoever may not see the ticket hears nothing and is not named, whatever he says', async () => {
  const { id } = await served();
  be(desks.stranger, id, 'composing');
  be(desks.bruno, id, 'composing');
  be(desks.ana, id);
  be(desks.boss, id);
  const both = [company.ana.id, company.admin.id].toSorted((a, b) => a - b);
  await becomes(() => viewers(desks.boss, id), both);
  // Taken away while she looks on.
  await changeTicket(server.db, company, id, { queueId: company.queues.sales, userId: company.bruno.id });
  const before = heard(desks.ana, id).length;
  be(desks.boss, id, 'composing');
  await becomes(() => typing(desks.bruno, id), [company.admin.id, 'composing']);
  expect(heard(desks.ana, id)).toHaveLength(before);
  expect(heard(desks.stranger, id)).toEqual([]);
  for (const desk of Object.values(desks)) be(desk, null);
});

test('the customer is told of his own agent alone, and of nobody who just says so', async () => {
  const { id } = await served();
  const told: unknown[] = [];
  const listening = await server.admin.listen('balcao', (payload) => {
    const { topic, data } = JSON.parse(payload) as { topic?: string; data?: unknown };
    if (topic === 'agent-typing') told.push(data);
  });
  be(desks.bruno, id, 'composing');
  be(desks.boss, id, 'composing');
  be(desks.stranger, id, 'composing');
  be(desks.ana, id, 'composing');
  const composing = { companyId: company.companyId, ticketId: id, state: 'composing' };
  await becomes(() => told, [composing]);
  desks.ana.cut();
  await listening.unlisten();
  for (const desk of [desks.bruno, desks.boss, desks.stranger]) be(desk, null);
});

test('a flood of it costs a few questions, and the line stays up', async () => {
  const { id } = await served();
  be(desks.boss, id);
  await becomes(() => viewers(desks.boss, id), [company.admin.id]);
  for (let turn = 0; turn < 200; turn += 1) be(desks.boss, id, turn % 2 ? 'composing' : null);
  await desks.boss.settle();
  expect(heard(desks.boss, id).length).toBeLessThan(10);
});
