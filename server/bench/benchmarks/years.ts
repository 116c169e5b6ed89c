import type { RouteOutput } from '@balcao/shared/contract/call.ts';
import type { searchMessages } from '@balcao/shared/features/messages/calls.ts';
import { type Api, startApi } from '../api.ts';
import { comeBack } from '../coming-back.ts';
import type { Benchmark, Context, Figure } from '../figure.ts';
import { openIngest, sessionOf } from '../ingest.ts';
import { measureInTurns, percentiles, timed } from '../measure.ts';
import type { BenchDatabase } from '../postgres.ts';
import { RARE_WORD, type SeededCompany, seedCompanies } from '../seed.ts';

const LIMIT_MS = 30_000;
const MESSAGES_PER_TICKET = 10;
/** Tickets that may be under way, however many have been: what years add is history. */
const NEWEST = 100;
/** How often an agent comes back to each server. */
const RETURNS = 5;

/** A server with all its companies, of which one is asked. */
interface World {
  database: BenchDatabase;
  company: SeededCompany;
  api: Api;
  messages: number;
}

interface Question {
  name: string;
  ask(): Promise<unknown>;
}

/**
 * Years of history: the same questions to a server with twenty times as many messages, in turns. It takes about an hour
 * and 30 GB, so it runs only where it is named.
 */
export const years: Benchmark = {
  name: 'years',
  onlyNamed: true,
  async run(context) {
    const companies = context.quick ? 10 : 200;
    const young = await open(context, companies, context.quick ? 100 : 500);
    const old = await open(context, companies, context.quick ? 2_000 : 10_000);
    const figures = [...(await askBoth(context, young, old)), await catchUp(context, young, old)];
    for (const world of [young, old]) {
      const [size] = await world.database.admin<{ mb: number }[]>`
        select (pg_database_size(current_database()) / 1e6)::float8 as mb`;
      figures.push({ name: `${world.messages} messages on the disk`, value: size!.mb, unit: 'MB' });
      await world.api.stop();
      await world.database.drop();
    }
    return figures;
  },
};

async function open(context: Context, companies: number, tickets: number): Promise<World> {
  const database = await context.postgres.createDatabase();
  const messages = companies * tickets * MESSAGES_PER_TICKET;
  context.note(`writing ${messages} messages`);
  const names = Array.from({ length: companies }, (_, index) => `Loja ${index}`);
  let company: SeededCompany | undefined;
  const ms = await timed(async () => {
    [company] = (await seedCompanies(database.admin, names, tickets, { newest: NEWEST })).slice(
      companies / 2,
    );
  });
  context.note(`that took ${(ms / 1000).toFixed(0)} s`);
  return { database, company: company!, api: await startApi(context, database), messages };
}

async function askBoth(context: Context, young: World, old: World): Promise<Figure[]> {
  const figures: Figure[] = [];
  const [few, many] = [await questions(context, young), await questions(context, old)];
  for (const [index, question] of many.asked.entries()) {
    const [floor, timing] = await measureInTurns(
      context.quick ? 50 : 300,
      [few.asked[index]!.ask, question.ask],
      LIMIT_MS,
    );
    figures.push(compared(`${question.name}, p50`, timing.p50, floor.p50, young, old));
  }
  await Promise.all([few.end(), many.end()]);
  return figures;
}

const compared = (name: string, value: number, floor: number, young: World, old: World): Figure => ({
  name: `${name}: ${old.messages} messages`,
  value,
  unit: 'ms',
  floor: { what: `${young.messages} messages`, value: floor },
  target: { ratioAtMost: 1.15 },
});

async function questions(
  context: Context,
  { api, database, company }: World,
): Promise<{ asked: Question[]; end(): Promise<void> }> {
  const { companyId, connectionId, ticketId } = company;
  const admin = await api.signIn({ companyId, userId: company.admin.id });
  const ana = await api.signIn({ companyId, userId: company.ana.id });
  const get = (name: string, path: string, token: string): Question => ({
    name,
    ask: () => api.get(path, token),
  });
  const page = await api.get(`/messages/search?searchParam=${RARE_WORD}`, admin);
  const [hit] = (JSON.parse(page) as RouteOutput<typeof searchMessages>).hits;
  const unique = hit?.body.slice(-32) ?? RARE_WORD;
  const desk = await openIngest(context, database);
  const session = sessionOf(companyId, connectionId);
  return {
    asked: [
      get('the list of an admin', '/tickets?showAll=true', admin),
      get('the list of an agent', '/tickets?status=open', ana),
      get('the finished ones', '/tickets?status=closed', admin),
      get('a conversation', `/messages/${ticketId}`, ana),
      get('a search for one text', `/messages/search?searchParam=${unique}`, admin),
      get('a search for a text of one in two hundred', `/messages/search?searchParam=${RARE_WORD}`, admin),
      get('a search for a text of each', '/messages/search?searchParam=mensagem', ana),
      get('a search among tickets', `/tickets?showAll=true&searchParam=${unique}`, admin),
      get('a search for a contact', '/contacts?searchParam=araujo', admin),
      get('the dashboard', '/dashboard?days=30', admin),
      { name: 'a message that comes', ask: () => desk.receive([session], 1) },
    ],
    end: () => desk.close(),
  };
}

/** In turns as well: one return takes up to three times as long as the next. */
async function catchUp(context: Context, young: World, old: World): Promise<Figure> {
  const changes = context.quick ? 1_000 : 10_000;
  const worlds = [
    { world: young, ms: [] as number[] },
    { world: old, ms: [] as number[] },
  ];
  for (let turn = 0; turn < RETURNS; turn += 1)
    for (const { world, ms } of worlds) {
      const { database, company, api } = world;
      ms.push((await comeBack(context, database.admin, company, api, changes)).ms);
    }
  const [few = 0, many = 0] = worlds.map(({ ms }) => percentiles(ms).p50);
  return compared(`catching up with ${changes} changes, p50`, many, few, young, old);
}
