import type { ChannelSession } from '../../src/channels/channel.ts';
import { createCompany } from '../../test/fixtures.ts';
import type { Benchmark, Context, Figure } from '../figure.ts';
import { openIngest, sessionOf } from '../ingest.ts';
import { measure } from '../measure.ts';
import { type BenchDatabase, isWork } from '../postgres.ts';

const CONTACTS = 50;
const IN_FLIGHT = [1, 10, 50];
const COUNTED = 50;

/** Incoming messages from the channel's port into PostgreSQL, without WhatsApp. */
export const pipeline: Benchmark = {
  name: 'pipeline',
  async run(context) {
    const database = await context.postgres.createDatabase();
    const companies = [
      await createCompany(database.admin, 'Padaria'),
      await createCompany(database.admin, 'Farmacia'),
    ];
    const sessions = companies.map(({ companyId, connectionId }) => sessionOf(companyId, connectionId));
    const count = context.quick ? 400 : 3_000;
    const figures: Figure[] = [];

    const counted = await countStatements(context, database, sessions);
    const desk = await openIngest(context, database);
    await database.admin`create table bench_floor (id uuid primary key default uuidv7(), body text not null)`;
    // A known sender has written before; so have the others' caches and plans.
    await measure(CONTACTS * 4, 10, (index) => desk.receive(sessions, index % CONTACTS));
    let strangers = CONTACTS;
    for (const inFlight of IN_FLIGHT) {
      const work = inFlight === 1 ? count / 2 : count;
      const floor = await measure(
        work,
        inFlight,
        (index) => database.admin`insert into bench_floor (body) values (${`Mensagem ${index}`})`,
      );
      const known = await measure(work, inFlight, (index) => desk.receive(sessions, index % CONTACTS));
      const fresh = await measure(work / 2, inFlight, () => desk.receive(sessions, strangers++));
      const beside = (value: number) => ({ what: 'one-row inserts, each its own transaction', value });
      const name = (what: string) => `${what}, ${inFlight} in flight`;
      figures.push(
        {
          name: name('known senders'),
          value: known.perSecond,
          unit: 'per s',
          floor: beside(floor.perSecond),
          ...(inFlight === 50 ? { target: { atLeast: 500 } } : {}),
        },
        { name: name('known senders, p95'), value: known.p95, unit: 'ms', floor: beside(floor.p95) },
        {
          name: name('new senders'),
          value: fresh.perSecond,
          unit: 'per s',
          floor: beside(floor.perSecond),
        },
        { name: name('new senders, p95'), value: fresh.p95, unit: 'ms', floor: beside(floor.p95) },
      );
    }
    await desk.close();
    await database.drop();
    return [...figures, ...counted];
  },
};

/** All statements that reach the server, `begin` and `commit` among them. */
async function countStatements(
  context: Context,
  database: BenchDatabase,
  sessions: ChannelSession[],
): Promise<Figure[]> {
  const statements = await database.logStatements();
  const desk = await openIngest(context, database);
  // The one-time queries of a new database connection do not count for a message.
  await measure(COUNTED, 1, (index) => desk.receive(sessions, 2_000_000 + index));
  const count = async (first: number) => {
    statements.length = 0;
    await measure(COUNTED, 1, (index) => desk.receive(sessions, first + index));
    await new Promise((resolve) => setTimeout(resolve, 200));
    const work = statements.filter(isWork);
    return { all: statements.length / COUNTED, work: work.length / COUNTED };
  };
  const fresh = await count(1_000_000);
  const known = await count(1_000_000);
  await desk.close();
  await database.admin.unsafe(
    `alter database ${new URL(database.url).pathname.slice(1)} reset log_statement`,
  );
  const figure = (name: string, value: number): Figure => ({
    name,
    value,
    unit: 'statements',
    floor: { what: 'one that stores it', value: 1 },
  });
  return [
    { ...figure('a known sender', known.work), target: { atMost: 6 } },
    figure('a known sender, with begin, commit and hints', known.all),
    { ...figure('a new sender', fresh.work), target: { atMost: 6 } },
    figure('a new sender, with begin, commit and hints', fresh.all),
  ];
}
