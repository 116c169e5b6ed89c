import type { ChannelSession } from '../../src/channels/channel.ts';
import { createCompany } from '../../test/fixtures.ts';
import { type Api, startApi } from '../api.ts';
import type { Benchmark, Figure } from '../figure.ts';
import { type Ingest, openIngest, sessionOf } from '../ingest.ts';
import { measure, percentiles, timed } from '../measure.ts';
import { type BenchDatabase, isWork } from '../postgres.ts';
import { seedCompany } from '../seed.ts';

const CUSTOMERS = 500;
const IN_FLIGHT = 50;
const COUNTED = 50;
/** Longer than anybody goes on writing after a menu. */
const PAUSE_MS = 6_500;

/** What the menu of a bot costs: a message that it answers, and the agents beside it. */
export const bot: Benchmark = {
  name: 'bot',
  async run(context) {
    const database = await context.postgres.createDatabase();
    const shop = await seedCompany(database.admin, 1_000);
    const [people, menu] = [await createCompany(database.admin, 'Pessoas'), await openMenu(database)];
    const api = await startApi(context, database);
    const ingest = await openIngest(context, database);
    const token = await api.signIn({ companyId: shop.companyId, userId: shop.ana.id });
    const list = () => api.get('/tickets?status=open&pageNumber=1', token);
    const sessions = [people, menu].map(({ companyId, connectionId }) => sessionOf(companyId, connectionId));
    const [waiting, answered] = sessions.map((session) => talk(ingest, session));
    if (!waiting || !answered) throw new Error('two companies were made');

    const statements = await countStatements(database, context, sessions);
    for (const talkTo of [waiting, answered]) await talkTo('Olá');
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    const quiet = await measure(200, 1, list);
    const beside = await besides(list, () => waiting('Quero comprar'));
    const inMenu = await besides(list, () => answered('1'));
    await ingest.close();
    await api.stop();
    await database.drop();
    const ofAgents = (name: string, value: number, floor: Figure['floor']): Figure => ({
      name: `agents' list, p95, while ${CUSTOMERS} customers ${name}`,
      value,
      unit: 'ms',
      ...(floor ? { floor } : {}),
    });
    return [
      ...statements,
      ofAgents('write to people', beside, { what: 'nobody writes', value: quiet.p95 }),
      {
        ...ofAgents('choose from a menu', inMenu, { what: 'they write to people', value: beside }),
        target: { ratioAtMost: 1.5 },
      },
    ];
  },
};

/** Two queues to choose from, the first with options. */
async function openMenu({ admin }: BenchDatabase) {
  const company = await createCompany(admin, 'Menu');
  const { companyId, connectionId, queues } = company;
  await admin`update connections set greeting_message = 'Olá! Com quem você quer falar?' where id = ${connectionId}`;
  for (const queueId of Object.values(queues))
    await admin`insert into connection_queues (company_id, connection_id, queue_id)
      values (${companyId}, ${connectionId}, ${queueId}) on conflict do nothing`;
  await admin`insert into queue_options (company_id, queue_id, title, option)
    select ${companyId}, ${queues.sales}, 'Opção ' || n, n from generate_series(1, 5) n`;
  return company;
}

/** All customers write, so many at once. */
const talk = (ingest: Ingest, session: ChannelSession) => (text: string) =>
  measure(CUSTOMERS, IN_FLIGHT, (customer) => ingest.receive([session], 3_000_000 + customer, text));

/** @returns the p95 of what the agents ask for while it goes on */
async function besides(list: () => ReturnType<Api['get']>, load: () => Promise<unknown>): Promise<number> {
  let isOver = false;
  const times: number[] = [];
  const ask = async () => {
    while (!isOver) times.push(await timed(list));
  };
  await Promise.all([
    load().finally(() => {
      isOver = true;
    }),
    ask(),
  ]);
  return percentiles(times).p95;
}

async function countStatements(
  database: BenchDatabase,
  context: Parameters<typeof openIngest>[0],
  sessions: ChannelSession[],
): Promise<Figure[]> {
  const statements = await database.logStatements();
  const ingest = await openIngest(context, database);
  const [people = 0, bot = 0] = await [0, 1].reduce(async (before, index) => {
    const counts = await before;
    const receive = (text: string) =>
      measure(COUNTED, 1, (customer) => ingest.receive([sessions[index]!], 4_000_000 + customer, text));
    // The one-time queries of a new database connection do not count for a message.
    await receive('Olá');
    statements.length = 0;
    await receive('1');
    await new Promise((resolve) => setTimeout(resolve, 200));
    return [
      ...counts,
      statements.filter(isWork).filter(({ text }) => !/savepoint/i.test(text)).length / COUNTED,
    ];
  }, Promise.resolve<number[]>([]));
  await ingest.close();
  const { pathname } = new URL(database.url);
  await database.admin.unsafe(`alter database ${pathname.slice(1)} reset log_statement`);
  return [
    { name: 'a message that waits for people', value: people, unit: 'statements' },
    {
      name: 'a message that the bot answers, beyond that, without the savepoint',
      value: bot - people,
      unit: 'statements',
      target: { atMost: 4 },
    },
  ];
}
