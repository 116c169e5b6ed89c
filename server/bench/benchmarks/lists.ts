import type { RouteOutput } from '@balcao/shared/api/contract.ts';
import type { listMessages } from '@balcao/shared/api/messages.ts';
import type { listTickets } from '@balcao/shared/api/tickets.ts';
import type postgres from 'postgres';
import { type Api, startApi } from '../api.ts';
import type { Benchmark, Context, Figure } from '../figure.ts';
import { measure, timed } from '../measure.ts';
import { type SeededCompany, seedCompany } from '../seed.ts';

const POINT_MS = 2_500;

interface Question {
  name: string;
  path: string;
  token: string;
  kind: 'list' | 'search';
  /** The same rows, found by their ids. */
  raw: () => Promise<unknown>;
}

/** Lists and searches of the API over HTTP, in companies of several sizes. */
export const lists: Benchmark = {
  name: 'lists',
  async run(context) {
    const sizes = context.quick ? [1_000, 5_000] : [1_000, 10_000, 100_000];
    const database = await context.postgres.createDatabase();
    const figures: Figure[] = [];
    const companies: SeededCompany[] = [];
    for (const size of sizes) {
      const ms = await timed(async () => void companies.push(await seedCompany(database.admin, size)));
      figures.push({ name: `seeding ${size} tickets`, value: ms / 1000, unit: 's', target: { atMost: 120 } });
    }
    const api = await startApi(context, database);
    const smallest = new Map<string, number>();
    for (const [index, company] of companies.entries()) {
      const size = sizes[index]!;
      for (const question of await questions(api, database.admin, company)) {
        const alone = await askAlone(context, api, question, size);
        figures.push(...alone.figures, ...(await askTogether(context, api, question, size)));
        const floor = smallest.get(question.name) ?? alone.p50;
        smallest.set(question.name, floor);
        if (company === companies.at(-1))
          figures.push({
            name: `${question.name}: ${size} tickets against ${sizes[0]}`,
            value: alone.p50,
            unit: 'ms',
            floor: { what: `the same with ${sizes[0]} tickets`, value: floor },
            target: { ratioAtMost: 1.15 },
          });
      }
    }
    await api.stop();
    await database.drop();
    return figures;
  },
};

const ROWS = 'the same rows by id, postgres.js';

async function askAlone(
  { quick }: Context,
  api: Api,
  { name, path, token, raw, kind }: Question,
  size: number,
) {
  const count = quick ? 50 : 300;
  const ask = () => api.get(path, token);
  await measure(20, 1, raw);
  await measure(20, 1, ask);
  const floor = await measure(count, 1, raw, POINT_MS);
  const timing = await measure(count, 1, ask, POINT_MS);
  const what = `${name}, ${size} tickets`;
  const figures: Figure[] = [
    {
      name: `${what}, p50`,
      value: timing.p50,
      unit: 'ms',
      floor: { what: ROWS, value: floor.p50 },
      target: kind === 'list' ? { ratioAtMost: 2 } : { atMost: 10 },
    },
    {
      name: `${what}, p95`,
      value: timing.p95,
      unit: 'ms',
      floor: { what: ROWS, value: floor.p95 },
      target: { atMost: kind === 'list' ? 10 : 30 },
    },
  ];
  return { p50: timing.p50, figures };
}

async function askTogether(
  { quick }: Context,
  api: Api,
  { name, path, token, raw, kind }: Question,
  size: number,
): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const inFlight of quick ? [10] : [10, 50]) {
    const count = quick ? 150 : 1_500;
    const ask = () => api.get(path, token);
    await measure(inFlight * 2, inFlight, raw);
    await measure(inFlight * 2, inFlight, ask);
    const floor = await measure(count, inFlight, raw, POINT_MS);
    const timing = await measure(count, inFlight, ask, POINT_MS);
    figures.push({
      name: `${name}, ${size} tickets, ${inFlight} at once`,
      value: timing.perSecond,
      unit: 'per s',
      floor: { what: ROWS, value: floor.perSecond },
      ...(inFlight === 10 && kind === 'list' ? { target: { atLeast: 800 } } : {}),
    });
  }
  return figures;
}

async function questions(api: Api, sql: postgres.Sql, company: SeededCompany): Promise<Question[]> {
  const { companyId, ticketId } = company;
  const admin = await api.signIn({ companyId, userId: company.admin.id });
  const ana = await api.signIn({ companyId, userId: company.ana.id });
  const [one] = await sql<{ name: string; number: string }[]>`
    select right(name, 6) as name, number from contacts where company_id = ${companyId} order by id offset 500 limit 1`;

  const tickets = async (
    kind: Question['kind'],
    name: string,
    token: string,
    query: string,
  ): Promise<Question> => {
    const path = `/tickets?${query}`;
    const answer = JSON.parse(await api.get(path, token)) as RouteOutput<typeof listTickets>;
    const ids = answer.tickets.map(({ id }) => id);
    return { name, path, token, kind, raw: () => rawTickets(sql, companyId, ids) };
  };
  const page = JSON.parse(await api.get(`/messages/${ticketId}`, ana)) as RouteOutput<typeof listMessages>;
  return [
    await tickets('list', 'all, admin', admin, 'showAll=true'),
    await tickets('list', 'all, agent', ana, 'showAll=true'),
    await tickets('list', 'waiting, agent', ana, 'status=pending'),
    await tickets('list', 'own, agent', ana, 'status=open'),
    await tickets('search', 'search one name', admin, `showAll=true&searchParam=${one!.name}`),
    await tickets('search', 'search one number', admin, `showAll=true&searchParam=${one!.number.slice(3)}`),
    await tickets('search', 'search a common name', ana, 'showAll=true&searchParam=araujo'),
    await tickets('search', 'search two letters', ana, 'showAll=true&searchParam=ar'),
    await tickets('search', 'search in vain', ana, 'showAll=true&searchParam=zzzzzz'),
    {
      name: 'messages page',
      path: `/messages/${ticketId}`,
      token: ana,
      kind: 'list',
      raw: () =>
        rawMessages(
          sql,
          companyId,
          page.messages.map(({ id }) => id),
        ),
    },
  ];
}

const rawTickets = (sql: postgres.Sql, companyId: number, ids: number[]) => sql`
  select t.*, c.name as contact_name, c.number, c.email, w.name as whatsapp, q.name as queue, q.color, u.name as agent
  from tickets t
  join contacts c on c.company_id = t.company_id and c.id = t.contact_id
  join connections w on w.company_id = t.company_id and w.id = t.connection_id
  left join queues q on q.company_id = t.company_id and q.id = t.queue_id
  left join users u on u.company_id = t.company_id and u.id = t.user_id
  where t.company_id = ${companyId} and t.id = any (${ids}::bigint[])
  order by t.last_message_at desc, t.id desc`;

const rawMessages = (sql: postgres.Sql, companyId: number, ids: string[]) => sql`
  select m.*, f.mime, f.name from messages m
  left join media f on f.company_id = m.company_id and f.id = m.media_id
  where m.company_id = ${companyId} and m.id = any (${ids}::uuid[]) order by m.created_at, m.id`;
