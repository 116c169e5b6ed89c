import {
  forwardMessage,
  forwardToContact,
  searchMessages,
  sendMessage,
} from '@balcao/shared/features/messages/calls.ts';
import { createSchedule } from '@balcao/shared/features/schedules/calls.ts';
import { v1 as uuidv1, v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApi, type TestApi } from '../../../test/api.ts';
import { type CompanyFixture, createCompany, createTicket, givePlan } from '../../../test/fixtures.ts';

let api: TestApi;
let company: CompanyFixture;

beforeAll(async () => {
  api = await startApi();
  company = await createCompany(api.database.admin, 'Padaria');
});
afterAll(() => api.stop());

let minutes = 0;
async function say(
  ticket: { id: number; contactId: number },
  body: string,
  more: object = {},
): Promise<void> {
  minutes += 1;
  // As ids are made: later ones are greater.
  const id = `01900000-0000-7000-8000-${String(minutes).padStart(12, '0')}`;
  const row = {
    company_id: company.companyId,
    id,
    ticket_id: ticket.id,
    contact_id: ticket.contactId,
    connection_id: company.connectionId,
    from_me: false,
    body,
    state: 'received',
    created_at: new Date(Date.UTC(2026, 0, 1, 0, minutes)),
    ...more,
  };
  await api.database.admin`insert into messages ${api.database.admin(row)}`;
}
const search = async (searchParam: string, person = company.admin, pageNumber = '1') =>
  api.call(searchMessages, { query: { searchParam, pageNumber }, token: await api.signIn(person) });
const bodies = async (...args: Parameters<typeof search>) =>
  (await search(...args)).hits.map(({ body }) => body);
/** What the database finds, whoever may see it. */
const newest = ({ companyId }: CompanyFixture, word: string, most: number) =>
  api.database.admin.begin(async (tx) => {
    await tx`select set_config('app.company_id', ${String(companyId)}, true)`;
    const found = await tx<{ id: string }[]>`select id from find_messages(${word}, ${most}) as found (id)`;
    return found.map(({ id }) => id);
  });

it('finds what was said in every ticket that the caller sees, the last first', async () => {
  const ours = await createTicket(api.database.admin, company, {
    queueId: company.queues.support,
    name: 'Rosa',
  });
  const sales = await createTicket(api.database.admin, company, { queueId: company.queues.sales });
  await say(ours, 'Quanto custa o bolo de fubá?');
  await say(ours, 'O BOLO custa vinte', { from_me: true, state: 'sent' });
  await say(sales, 'bolo de casamento');
  await say(ours, 'bolo apagado', { is_deleted: true });
  await say(ours, '{"kind":"closed","by":"bolo"}', {
    media_type: 'event',
    state: 'local',
    from_me: true,
    read: true,
  });
  expect(await bodies('bol')).toEqual([
    'bolo de casamento',
    'O BOLO custa vinte',
    'Quanto custa o bolo de fubá?',
  ]);
  expect(await bodies('bolo', company.ana)).toEqual(['O BOLO custa vinte', 'Quanto custa o bolo de fubá?']);
  expect(await bodies('fuba custa')).toEqual(['Quanto custa o bolo de fubá?']);
  expect(await bodies('olo')).toEqual([]);
  expect((await search('fubá')).hits).toMatchObject([
    { ticketUuid: ours.uuid, contactName: 'Rosa', fromMe: false },
  ]);
  const stranger = await createCompany(api.database.admin, 'Vizinha');
  expect(await bodies('bolo', stranger.admin)).toEqual([]);
  expect(await bodies(' ')).toEqual([]);
});

it('pages through a word that everybody says, and through one that few said long ago', async () => {
  const ticket = await createTicket(api.database.admin, company, { userId: company.ana.id });
  await say(ticket, 'raridade');
  for (let n = 0; n < 90; n += 1) await say(ticket, `pedido ${n}`);
  const first = await search('pedido');
  const second = await search('pedido', company.admin, '2');
  const third = await search('pedido', company.admin, '3');
  const all = [...first.hits, ...second.hits, ...third.hits].map(({ body }) => body);
  expect(all).toEqual(Array.from({ length: 90 }, (_, n) => `pedido ${89 - n}`));
  expect([first.hasMore, second.hasMore, third.hasMore]).toEqual([true, true, false]);
  expect(await bodies('raridade')).toEqual(['raridade']);
});

it('pages through words that many said, over years in which at times nobody said anything', async () => {
  const far = await createCompany(api.database.admin, 'Antiga');
  const ticket = await createTicket(api.database.admin, far, { userId: far.ana.id });
  // Weeks lie between the old ones, of which every third says the one word; the other is rare at all times. The first
  // and the last are of consoles with wrong clocks.
  await api.database.admin`
    insert into messages (company_id, id, ticket_id, contact_id, connection_id, from_me, body, state, created_at)
    select ${far.companyId}, case n when 0 then 'ffff0000-0000-7000-8000-000000000000' when 1500
        then '00000000-0000-7000-8000-000000000000' else uuidv7(back) end::uuid,
      ${ticket.id}, ${ticket.contactId}, ${far.connectionId}, false,
      concat('assunto ', n, case when n % 3 = 0 and n > 1000 then ' lembrança' end, case when n % 15 = 0
        then ' recado' end), 'received', now() + back
    from generate_series(0, 1500) n,
      lateral (select - n * interval '1 minute'
        - greatest(n - 1000, 0) ^ 1.5 * interval '200 minutes' as back) as ago`;
  for (const [word, spoken] of [
    ['lembranca', 'lembrança'],
    ['recado', 'recado'],
  ] as const) {
    const said = await api.database.admin<{ id: string; body: string }[]>`
      select id, body from messages where company_id = ${far.companyId} and body like ${`%${spoken}%`} order by id desc`;
    expect(said.length).toBeGreaterThan(100);
    const found: string[] = [];
    for (let page = 1, more = true; more; page += 1) {
      const { hits, hasMore } = await search(word, far.ana, String(page));
      found.push(...hits.map(({ body }) => body));
      more = hasMore;
    }
    expect(found).toEqual(said.map(({ body }) => body));
    expect((await search(word, far.bruno)).hits).toEqual([]);
    for (const most of [1, 10, 100, 1_000])
      expect(await newest(far, word, most)).toEqual(said.slice(0, most).map(({ id }) => id));
  }
});

it('leaves out what the filters leave out, each of them and all together', async () => {
  const { admin: sql } = api.database;
  const tagged = await createTicket(sql, company, { queueId: company.queues.sales, userId: company.ana.id });
  const other = await createTicket(sql, company, { queueId: company.queues.support });
  const [tag] = await sql<{ id: number }[]>`
    insert into tags (company_id, name, color) values (${company.companyId}, 'Entrega', '#112233') returning id`;
  await sql`insert into ticket_tags (company_id, ticket_id, tag_id) values (${company.companyId}, ${tagged.id}, ${tag?.id ?? 0})`;
  const on = (day: number) => ({ created_at: new Date(Date.UTC(2026, 4, day)) });
  await say(tagged, 'sonho um', { ...on(1), said_by: 'import' });
  await say(tagged, 'sonho dois', { ...on(2), media_type: 'image' });
  await say(other, 'sonho três', { ...on(3), media_type: 'image' });
  // All are asked at once, and a second sign-in ends the first.
  const token = await api.signIn(company.admin);
  const found = async (filter: Record<string, unknown>) => {
    const texts = Object.entries(filter).map(([name, value]) => [
      name,
      Array.isArray(value) ? JSON.stringify(value) : value,
    ]);
    const query = { searchParam: 'sonho', ...Object.fromEntries(texts) };
    const { hits } = await api.call(searchMessages, { query, token });
    return hits.map(({ body, mediaType }) => `${body} ${mediaType}`);
  };
  const [one, two, three] = ['sonho um chat', 'sonho dois image', 'sonho três image'];
  const filters = {
    queue: { queueIds: [company.queues.sales] },
    agent: { users: [company.ana.id] },
    tag: { tags: [Number(tag?.id)] },
    kind: { kinds: ['image'] },
    origin: { origins: ['contact', 'bot'] },
    conversation: { contactId: tagged.contactId },
    days: { from: on(2).created_at.toISOString(), to: on(3).created_at.toISOString() },
  };
  const results = Object.entries(filters).map(async ([name, filter]) => [name, await found(filter)]);
  expect(Object.fromEntries(await Promise.all(results))).toEqual({
    queue: [two, one],
    agent: [two, one],
    tag: [two, one],
    kind: [three, two],
    origin: [three, two],
    conversation: [two, one],
    days: [two],
  });
  expect(await found(Object.assign({}, ...Object.values(filters)))).toEqual([two]);
});

it.each([sendMessage, forwardMessage, forwardToContact, createSchedule])(
  'takes from programs no id of a message that does not tell its time: $method $path',
  async (contract) => {
    await givePlan(api.database.admin, company.companyId);
    const token = await api.signIn(company.admin);
    const places = async (id: string) => {
      const call = { params: { ticketId: 1, contactId: 1 }, body: { id, body: 7 }, token };
      const { details = [] } = await api.refused('ERR_VALIDATION', contract, call);
      return details.map(({ location }) => location);
    };
    const ahead = (days: number) => uuidv7({ msecs: Date.now() + days * 86_400_000 });
    for (const id of [crypto.randomUUID(), uuidv1(), ahead(2), 'ffffffff-ffff-7fff-bfff-ffffffffffff'])
      expect(await places(id)).toContain('body.id');
    for (const id of [ahead(0), ahead(0.9), ahead(-900)]) expect(await places(id)).not.toContain('body.id');
  },
);
