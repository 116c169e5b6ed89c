import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { nights } from '../../src/modules/retention/nights.job.ts';
import { openDatabase } from '../../src/platform/db/database.ts';
import { createCompany } from '../../test/fixtures.ts';
import type { Benchmark } from '../figure.ts';
import { openIngest, sessionOf } from '../ingest.ts';
import { percentiles, timed } from '../measure.ts';
import { seedCompany } from '../seed.ts';

const PER_SECOND = 50;
const ROUNDS = 5;

/** What a night in which another company, and the same one, lets go of old conversations costs 50 messages a second. */
export const retention: Benchmark = {
  name: 'retention',
  async run(context) {
    const [messages, tickets] = context.quick ? [50, 500] : [500, 20_000];
    const database = await context.postgres.createDatabase();
    const { admin } = database;
    const archive = await seedCompany(admin, tickets);
    const people = await createCompany(admin, 'Pessoas');
    await admin`update tickets set closed_at = closed_at - interval '2 years' where status = 'closed'`;
    await admin`insert into retention_rules (company_id, kind, months) values (${archive.companyId}, 'tickets', 12)`;
    await admin`vacuum analyze`;
    const ingest = await openIngest(context, database);
    const db = openDatabase({ url: database.url, name: 'bench night', poolSize: 2, onCommit: () => {} });
    const job = nights({ db, log: pino({ level: 'silent' }) });
    const due = {
      companyId: archive.companyId,
      id: archive.companyId,
      night: new Date().toISOString().slice(0, 10),
    };
    const sessions = [people, archive].map(({ companyId, connectionId }) =>
      sessionOf(companyId, connectionId),
    );
    const talk = () => paced(messages, (message) => ingest.receive(sessions, 7_000_000 + (message % 100)));
    await talk();
    const quiet: number[] = [];
    const beside: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      quiet.push(...(await talk()));
      const night = { goesOn: true };
      const gone = (async () => {
        while (night.goesOn) await job.take(due, () => new Date());
      })();
      beside.push(...(await talk()));
      night.goesOn = false;
      await gone;
    }
    const [left] = await admin<{ count: number }[]>`
      select count(*)::int as count from tickets where company_id = ${archive.companyId} and status = 'closed'`;
    context.note(`${left?.count} of the old conversations are left`);
    await ingest.close();
    await db.close();
    await database.drop();
    const figure = (of: 'p50' | 'p95') => ({
      name: `a message, ${of}, at ${PER_SECOND} a second, while old conversations go`,
      value: percentiles(beside)[of],
      unit: 'ms' as const,
      floor: { what: 'nothing goes', value: percentiles(quiet)[of] },
      target: { ratioAtMost: 1.1 },
    });
    return [figure('p50'), figure('p95')];
  },
};

/** Begins so many in a second, whether or not those before have ended. @returns how long each took, in milliseconds */
async function paced(count: number, work: (index: number) => Promise<unknown>): Promise<number[]> {
  const began = performance.now();
  const under: Promise<number>[] = [];
  for (let index = 0; index < count; index++) {
    await sleep(Math.max(0, began + (index * 1_000) / PER_SECOND - performance.now()));
    under.push(timed(() => work(index)));
  }
  return Promise.all(under);
}
