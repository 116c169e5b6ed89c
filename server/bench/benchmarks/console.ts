import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { storageSettings } from '@balcao/shared/features/storage/bridge.ts';
import { PREFERENCES_KEY } from '../../../desktop/src/core/settings/preferences.ts';
import { startApi } from '../api.ts';
import { fillArticles, writeSynonyms } from '../articles.ts';
import {
  type BenchConsole,
  type Cache,
  type Computer,
  cacheOf,
  newComputer,
  signIn,
  startConsole,
} from '../console.ts';
import type { Benchmark, Context, Figure } from '../figure.ts';
import { fillHistory } from '../history.ts';
import { measure, timed } from '../measure.ts';
import { seedCompany } from '../seed.ts';
import { startCold } from './cold-start.ts';
import { insertRaw } from './raw-rows.ts';

/** As many as large companies have. */
const ARTICLES = 2_000;

/** A console's first minutes, and its lists when years of history are on its disk. */
export const consoleCore: Benchmark = {
  name: 'console',
  async run(context) {
    const tickets = context.quick ? 1_000 : 10_000;
    const database = await context.postgres.createDatabase();
    const company = await seedCompany(database.admin, tickets, { underWay: true });
    await writeSynonyms(database.admin, company.companyId);
    const api = await startApi(context, database);
    const computer = newComputer(await mkdtemp(join(context.dir, 'console-')));
    const first = await startConsole(computer, api.url);
    const ms = await timed(async () => {
      await signIn(first, company.admin);
      await first.live();
    });
    await first.stop();
    const cache = await cacheOf(computer);
    const rows = count(cache, ['contact', 'ticket', 'message', 'user', 'queue', 'connection']);
    const raw = await insertRaw(context, cache);
    await api.stop();
    const messages = tickets * 100;
    fillHistory(cache, { tickets, each: 100 });
    fillArticles(cache, ARTICLES);
    const figures: Figure[] = [
      {
        name: `first sync of ${rows} rows`,
        value: rows / (ms / 1000),
        unit: 'per s',
        floor: { what: 'the same rows into a bare SQLite table', value: raw },
      },
      ...(await askBridge(context, computer, cache, api.url, messages)),
      ...(await startCold(context, {
        computer,
        cache,
        serverUrl: api.url,
        of: `of ${tickets} tickets and ${messages} messages`,
      })),
    ];
    cache.close();
    figures.push(...(await seal(computer, api.url, `of ${messages} messages`)));
    await database.drop();
    return figures;
  },
};

/** The same cache with everything in it encrypted. */
async function seal(computer: Computer, url: string, of: string): Promise<Figure[]> {
  const open = async () => {
    let desk: BenchConsole | undefined;
    const opening = await timed(async () => {
      desk = await startConsole(computer, url);
      await desk.screen.invoke('tickets.list', { status: 'open', search: '', limit: 40 });
    });
    const search = await measure(50, 1, async () =>
      desk?.screen.invoke('messages.search', { text: 'mensagem', limit: 20 }),
    );
    const closing = await timed(async () => desk?.stop());
    return { opening, closing, search: search.p50 };
  };
  const plain = await open();
  computer.settings.set(PREFERENCES_KEY, { storage: storageSettings.parse({ sealed: true }) });
  const first = await open();
  const sealed = await open();
  return [
    { name: `encrypting a cache ${of}`, value: first.opening, unit: 'ms' },
    ...(['opening', 'closing', 'search'] as const).map((what) => ({
      name: `${what}, encrypted, ${of}`,
      value: sealed[what],
      unit: 'ms' as const,
      floor: { what: 'the same without', value: plain[what] },
    })),
  ];
}

const count = (cache: Cache, tables: string[]) =>
  tables.reduce(
    (sum, table) => sum + Number(cache.prepare(`select count(*) from ${table}`).pluck().get()),
    0,
  );

/** What is asked over the bridge, and how the same rows are read from SQLite. */
interface Question {
  name: string;
  ask(): Promise<unknown>;
  raw(): unknown;
  atMost?: number;
}

/** The server is away: queries are answered from the disk alone. */
async function askBridge(
  context: Context,
  computer: Computer,
  cache: Cache,
  url: string,
  messages: number,
): Promise<Figure[]> {
  let desk: BenchConsole | undefined;
  const openMs = await timed(async () => {
    desk = await startConsole(computer, url);
  });
  if (!desk) throw new Error('unreachable');
  const of = `of ${messages} messages`;
  const ticket = oldestOpenTicket(cache);
  const questions = [
    ...(await ticketQuestions(desk.screen, cache, ticket)),
    conversationQuestion(desk.screen, cache, ticket, of),
    ...searchQuestions(desk.screen, cache, ticket, of),
    articleQuestion(desk.screen, cache),
  ];
  const figures: Figure[] = [{ name: `opening a cache ${of}`, value: openMs, unit: 'ms' }];
  for (const question of questions) figures.push(...(await measureQuestion(context, question)));
  await desk.stop();
  return figures;
}

type Screen = BenchConsole['screen'];

interface OpenTicket {
  id: number;
  contactId: number;
  name: string;
}

function oldestOpenTicket(cache: Cache): OpenTicket {
  return cache
    .prepare<[], OpenTicket>(
      `select t.id, t.contact_id as contactId, json_extract(c.row, '$.name') as name from ticket t join contact c on c.id = t.contact_id
       where status = 'open' order by last_message_at limit 1`,
    )
    .get()!;
}

const openTickets = (cache: Cache) =>
  cache.prepare('select row from ticket where status = ? order by last_message_at desc, id desc limit 41');

async function ticketQuestions(screen: Screen, cache: Cache, { id, name }: OpenTicket): Promise<Question[]> {
  const list = openTickets(cache);
  const one = cache.prepare('select row from ticket where id = ?');
  const tickets = (search: string) => screen.invoke('tickets.list', { status: 'open', search, limit: 40 });
  const first = await tickets('');
  const next = first.ids.slice(40, 80);
  const items = () => screen.invoke('tickets.items', { ids: next });
  return [
    { name: 'list', ask: () => tickets(''), raw: () => list.all('open'), atMost: 5 },
    { name: 'next page of the list', ask: items, raw: () => list.all('open'), atMost: 5 },
    { name: 'search one name', ask: () => tickets(name.slice(-6)), raw: () => one.get(id) },
    { name: 'search a common name', ask: () => tickets('silva'), raw: () => list.all('open') },
    { name: 'search in vain', ask: () => tickets('zzzzzz'), raw: () => one.get(0) },
    { name: 'counts', ask: () => screen.invoke('tickets.counts', null), raw: () => one.get(id) },
  ];
}

function conversationQuestion(screen: Screen, cache: Cache, ticket: OpenTicket, of: string): Question {
  const page = cache.prepare(
    'select row from message where contact_id = ? order by created_at desc, id desc limit 41',
  );
  return {
    name: `conversation ${of}`,
    ask: () => screen.invoke('messages.list', { ticketId: ticket.id, before: null, limit: 40 }),
    raw: () => page.all(ticket.contactId),
  };
}

function searchQuestions(screen: Screen, cache: Cache, { contactId }: OpenTicket, of: string): Question[] {
  const list = openTickets(cache);
  const said = cache.prepare('select row from message where contact_id = ? limit 20');
  const raw = () => said.all(contactId);
  const [oneText = ''] = cache
    .prepare<[number], string>('select id from message where contact_id = ?')
    .pluck()
    .all(contactId);
  const { queueId, day } = cache
    .prepare<[], { queueId: number; day: string }>(
      `select queue_id as queueId, date(min(last_message_at) / 1000, 'unixepoch') as day from ticket where queue_id is not null`,
    )
    .get()!;
  const words = [
    ['a word of one', oneText.slice(-12)],
    ['a word of every 20th conversation', 'boleto'],
    ['a word of all', 'mensagem'],
    ['no word', 'zzzzzz'],
  ] as const;
  const filtered = [
    ['the beginning of a word of all', 'mensa', {}],
    ['two letters', 'me', {}],
    ['a word of all in a queue and kind', 'mensagem', { queueIds: [queueId], kinds: ['image'] }],
    ['a word of all up to the first day', 'mensagem', { to: day }],
    ['no kind with a word of all', 'mensagem', { kinds: ['video'] }],
  ] as const;
  const contacts = () => screen.invoke('contacts.search', { text: 'silva', limit: 20 });
  return [
    ...words.map(([what, text]) => ({
      name: `search ${what} ${of}`,
      ask: () => screen.invoke('messages.search', { text, limit: 20 }),
      raw,
      atMost: 100,
    })),
    ...filtered.map(([what, text, filter]) => ({
      name: `search ${what} ${of}`,
      ask: () => screen.invoke('messages.search', { text, limit: 20, filter: filter as object }),
      raw,
      atMost: 100,
    })),
    { name: 'search contacts', ask: contacts, raw: () => list.all('open'), atMost: 100 },
  ];
}

function articleQuestion(screen: Screen, cache: Cache): Question {
  const rows = cache.prepare('select item from article limit 40');
  const sought = {
    text: 'quero devolver o que comprei ontem, como faço?',
    language: 'pt',
    limit: 40,
  } as const;
  return {
    name: `search ${ARTICLES} articles`,
    ask: () => screen.invoke('knowledge.search', sought),
    raw: () => rows.all(),
    atMost: 30,
  };
}

async function measureQuestion({ quick }: Context, { name, ask, raw, atMost }: Question): Promise<Figure[]> {
  await measure(10, 1, ask);
  const floor = await measure(quick ? 50 : 200, 1, async () => raw());
  const timing = await measure(quick ? 50 : 200, 1, ask, 5_000);
  const target = atMost ? { target: { atMost } } : {};
  return [
    {
      name: `${name}, p50`,
      value: timing.p50,
      unit: 'ms',
      floor: { what: 'the same rows from SQLite', value: floor.p50 },
      ...target,
    },
    { name: `${name}, p95`, value: timing.p95, unit: 'ms', ...target },
  ];
}
