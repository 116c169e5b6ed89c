import type { RouteOutput } from '@balcao/shared/contract/call.ts';
import type { listContacts } from '@balcao/shared/features/contacts/calls.ts';
import type { listMessages, searchMessages } from '@balcao/shared/features/messages/calls.ts';
import type { listTickets } from '@balcao/shared/features/tickets/calls.ts';
import type postgres from 'postgres';
import { type Api, startApi } from '../api.ts';
import type { Benchmark, Context, Figure } from '../figure.ts';
import { measure, measureInTurns, timed } from '../measure.ts';
import { RARE_WORD, type SeededCompany, seedCompany } from '../seed.ts';

const POINT_MS = 2_500;

interface Question {
  name: string;
  kind: 'list' | 'search';
  ask: () => Promise<unknown>;
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
    const asked: Question[][] = [];
    for (const [index, company] of companies.entries()) {
      const own = await questions(api, database.admin, company);
      asked.push(own);
      for (const question of own) {
        figures.push(...(await askAlone(context, question, sizes[index]!)));
        figures.push(...(await askTogether(context, question, sizes[index]!)));
      }
    }
    for (const [index, small] of asked[0]!.entries())
      figures.push(await askBoth(context, small, asked.at(-1)![index]!, sizes));
    await api.stop();
    await database.drop();
    return figures;
  },
};

const ROWS = 'the same rows by id, postgres.js';

async function askAlone({ quick }: Context, { name, ask, raw, kind }: Question, size: number) {
  const [floor, timing] = await measureInTurns(quick ? 50 : 300, [raw, ask], POINT_MS);
  const what = `${name}, ${size} tickets`;
  const figures: Figure[] = [
    {
      name: `${what}, p50`,
      value: timing.p50,
      unit: 'ms',
      floor: { what: ROWS, value: floor.p50 },
      target: kind === 'list' ? { ratioAtMost: 1.7 } : { atMost: 10 },
    },
    {
      name: `${what}, p95`,
      value: timing.p95,
      unit: 'ms',
      floor: { what: ROWS, value: floor.p95 },
      target: { atMost: kind === 'list' ? 10 : 30 },
    },
  ];
  return figures;
}

/** The same question in the smallest and in the largest company. */
async function askBoth(
  { quick }: Context,
  small: Question,
  large: Question,
  sizes: number[],
): Promise<Figure> {
  const [floor, timing] = await measureInTurns(quick ? 50 : 300, [small.ask, large.ask], POINT_MS);
  return {
    name: `${large.name}: ${sizes.at(-1)} tickets against ${sizes[0]}`,
    value: timing.p50,
    unit: 'ms',
    floor: { what: `the same with ${sizes[0]} tickets`, value: floor.p50 },
    target: { ratioAtMost: 1.15 },
  };
}

async function askTogether(
  { quick }: Context,
  { name, ask, raw, kind }: Question,
  size: number,
): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const inFlight of quick ? [10] : [10, 50]) {
    const count = quick ? 150 : 1_500;
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
    if (inFlight === 10 && kind === 'list')
      figures.push({
        name: `${name}, ${size} tickets, 10 at once, p95`,
        value: timing.p95,
        unit: 'ms',
        floor: { what: ROWS, value: floor.p95 },
        target: { atMost: 30 },
      });
  }
  return figures;
}

async function questions(api: Api, sql: postgres.Sql, company: SeededCompany): Promise<Question[]> {
  const { companyId, ticketId } = company;
  const admin = await api.signIn({ companyId, userId: company.admin.id });
  const ana = await api.signIn({ companyId, userId: company.ana.id });
  const carla = await api.signIn({ companyId, userId: company.carla.id });
  // A contact outside the newest page.
  const [one] = await sql<{ name: string; number: string; said: string }[]>`
    select right(c.name, 6) as name, right(c.number, 10) as number, right(m.body, 32) as said
    from contacts c join messages m on m.company_id = c.company_id and m.contact_id = c.id
    where c.company_id = ${companyId} order by c.id, m.id offset 5000 limit 1`;

  const tickets = async (kind: Question['kind'], name: string, token: string, query: string) => {
    const path = `/tickets?${query}`;
    const answer = JSON.parse(await api.get(path, token)) as RouteOutput<typeof listTickets>;
    const ids = answer.tickets.map(({ id }) => id);
    return { name, kind, ask: () => api.get(path, token), raw: () => rawTickets(sql, companyId, ids) };
  };
  const search = (name: string, token: string, text: string) =>
    tickets('search', `search ${name}`, token, `showAll=true&searchParam=${text}`);
  const contacts = async (kind: Question['kind'], name: string, token: string, query: string) => {
    const path = `/contacts?${query}`;
    const answer = JSON.parse(await api.get(path, token)) as RouteOutput<typeof listContacts>;
    const ids = answer.contacts.map(({ id }) => id);
    const raw = () => rawContacts(sql, companyId, ids);
    return { name: `contacts, ${name}`, kind, ask: () => api.get(path, token), raw };
  };
  const messages = async (token: string) => {
    const path = `/messages/${ticketId}`;
    const answer = JSON.parse(await api.get(path, token)) as RouteOutput<typeof listMessages>;
    const ids = answer.messages.map(({ id }) => id);
    const raw = () => rawMessages(sql, companyId, ids);
    return { name: 'messages page', kind: 'list', ask: () => api.get(path, token), raw } as const;
  };
  const said = async (name: string, token: string, text: string) => {
    const path = `/messages/search?searchParam=${text}`;
    const answer = JSON.parse(await api.get(path, token)) as RouteOutput<typeof searchMessages>;
    const ids = answer.hits.map(({ id }) => id);
    const raw = () => rawHits(sql, companyId, ids);
    return {
      name: `messages, search ${name}`,
      kind: 'search',
      ask: () => api.get(path, token),
      raw,
    } as const;
  };
  return [
    await tickets('list', 'all, admin', admin, 'showAll=true'),
    await tickets('list', 'all, agent', ana, 'showAll=true'),
    await tickets('list', 'waiting, agent', ana, 'status=pending'),
    await tickets('list', 'own, agent', ana, 'status=open'),
    await tickets('list', 'waiting longest, admin', admin, 'showAll=true&sort=waiting'),
    await tickets('list', 'of an agent, admin', admin, `showAll=true&users=%5B${company.ana.id}%5D`),
    await tickets('list', 'unread, admin', admin, 'showAll=true&status=open&withUnreadMessages=true'),
    await messages(ana),
    await contacts('list', 'admin', admin, ''),
    await contacts('list', 'agent', ana, ''),
    await contacts('list', 'agent of few', carla, ''),
    await search('one name', admin, one!.name),
    await search('one number', admin, one!.number),
    await search('a common name', ana, 'araujo'),
    await search('two letters', ana, 'ar'),
    await search('one text', admin, one!.said),
    await search('a text of each', ana, 'mensagem'),
    await search('a text of one in twenty', ana, RARE_WORD),
    await search('in vain', ana, 'zzzzzz'),
    await said('one text', admin, one!.said),
    await said('a text of each', ana, 'mensagem'),
    await said('a text of one in two hundred', ana, RARE_WORD),
    await contacts('search', 'search one name', admin, `searchParam=${one!.name}`),
    await contacts('search', 'search one number', ana, `searchParam=${one!.number}`),
    await contacts('search', 'search a common name', ana, 'searchParam=araujo'),
    await contacts('search', 'search in vain', admin, 'searchParam=zzzzzz'),
  ];
}

// The columns of the answers, and nothing else.

const rawTickets = (sql: postgres.Sql, companyId: number, ids: number[]) => sql`
  select t.id, t.uuid, t.status, t.user_id, t.queue_id, t.connection_id, t.contact_id, t.last_message,
    t.last_message_at, t.waiting_since, t.unread_messages, t.is_group, w.channel, t.chatbot, t.use_integration,
    t.prompt_id, t.integration_id, t.created_at, t.updated_at, c.name as contact_name, c.number,
    c.email, c.profile_pic_url, w.name as whatsapp, q.name as queue, q.color, u.name as agent, (
      select jsonb_agg(jsonb_build_object('id', g.id, 'name', g.name, 'color', g.color) order by g.id)
      from ticket_tags k join tags g on g.company_id = k.company_id and g.id = k.tag_id
      where k.company_id = t.company_id and k.ticket_id = t.id) as tags
  from tickets t
  join contacts c on c.company_id = t.company_id and c.id = t.contact_id
  join connections w on w.company_id = t.company_id and w.id = t.connection_id
  left join queues q on q.company_id = t.company_id and q.id = t.queue_id
  left join users u on u.company_id = t.company_id and u.id = t.user_id
  where t.company_id = ${companyId} and t.id = any (${ids}::bigint[])
  order by t.last_message_at desc, t.id desc`;

const rawMessages = (sql: postgres.Sql, companyId: number, ids: string[]) => sql`
  select m.id, m.ticket_id, m.contact_id, m.participant_name, m.user_id, m.from_me, m.body, m.media_type, m.quoted_id,
    m.quoted_snippet, m.ack, m.error_code, m.read, m.is_deleted, m.is_edited, m.reactions, m.poll, m.view_once,
    m.forwarded, m.created_at, f.id as media_id, f.state, f.mime, f.name, f.size, f.width, f.height, f.seconds, f.voice,
    f.waveform, q.body as quoted, q.from_me as quoted_from_me, q.participant_name as quoted_name
  from messages m
  left join messages q on q.company_id = m.company_id and q.id = m.quoted_id
  left join media f on f.company_id = m.company_id and f.id = m.media_id
  where m.company_id = ${companyId} and m.id = any (${ids}::uuid[]) order by m.created_at, m.id`;

const rawHits = (sql: postgres.Sql, companyId: number, ids: string[]) => sql`
  select m.id, t.uuid, c.name, m.body, m.from_me, m.created_at
  from messages m
  join tickets t on t.company_id = m.company_id and t.id = m.ticket_id
  join contacts c on c.company_id = m.company_id and c.id = m.contact_id
  where m.company_id = ${companyId} and m.id = any (${ids}::uuid[]) order by m.id desc`;

const rawContacts = (sql: postgres.Sql, companyId: number, ids: number[]) => sql`
  select id, name, number, email, profile_pic_url, is_group, blocked, bot_disabled
  from contacts where company_id = ${companyId} and id = any (${ids}::bigint[]) order by sort_name, id`;
