import { getDashboard, getOwnFigures } from '@balcao/shared/features/dashboard/calls.ts';
import { DAY_MS, wallClock } from '@balcao/shared/time/wall-clock.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApi, type TestApi } from '../../../test/api.ts';
import { type CompanyFixture, createCompany, createTicket } from '../../../test/fixtures.ts';
import { startProcess } from '../../../test/process.ts';
import { rebuild } from './counters.repo.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

/** What becomes of a ticket, in an order that chance decides; each after so many seconds. */
const step = fc.record({
  kind: fc.constantFrom(
    'start',
    'queue',
    'answer',
    'finish',
    'rate',
    'transfer',
    'leave',
    'delete',
    'again',
    'fold',
  ),
  after: fc.oneof(fc.integer({ min: 0, max: 90 }), fc.integer({ min: 0, max: 200_000 })),
  who: fc.integer({ min: 0, max: 1 }),
  mark: fc.integer({ min: 1, max: 3 }),
});
const life = fc.record({
  // Around the days on which clocks change, of all three zones.
  begins: fc.integer({ min: Date.UTC(2026, 9, 1), max: Date.UTC(2026, 10, 6) }),
  isFirst: fc.boolean(),
  inQueue: fc.boolean(),
  steps: fc.array(step, { maxLength: 9 }),
});
type Life = typeof life extends fc.Arbitrary<infer L> ? L : never;

async function live(company: CompanyFixture, { begins, isFirst, inQueue, steps }: Life): Promise<void> {
  const { admin } = api.database;
  const { companyId, connectionId, queues } = company;
  const people = [company.ana.id, company.bruno.id];
  const ticket = await createTicket(admin, company, { queueId: inQueue ? queues.sales : null });
  await admin`delete from ticket_tracking where ticket_id = ${ticket.id}`;
  let at = new Date(begins);
  const begin = (first: boolean) => admin`
    insert into ticket_tracking (company_id, ticket_id, connection_id, queue_id, created_at, is_first)
    select company_id, id, ${connectionId}, queue_id, ${at}, ${first} from tickets where id = ${ticket.id}
    on conflict do nothing`;
  const current = admin`company_id = ${companyId} and ticket_id = ${ticket.id} and finished_at is null`;
  await begin(isFirst);
  for (const { kind, after, who, mark } of steps) {
    at = new Date(at.getTime() + after * 1_000);
    const person = people[who] ?? null;
    if (kind === 'start')
      await admin`update ticket_tracking set user_id = ${person}, started_at = ${at} where ${current}`;
    if (kind === 'queue')
      await admin`update ticket_tracking set user_id = null, queued_at = ${at}, started_at = null where ${current}`;
    if (kind === 'answer')
      await admin`update ticket_tracking set answered_at = ${at}, asked_at = coalesce(queued_at, created_at)
        where ${current} and answered_at is null`;
    if (kind === 'finish') await admin`update ticket_tracking set finished_at = ${at} where ${current}`;
    if (kind === 'rate')
      await admin`update ticket_tracking set rate = ${mark}, rated_at = ${at}
        where company_id = ${companyId} and ticket_id = ${ticket.id} and finished_at is not null`;
    if (kind === 'transfer')
      await admin`update tickets set queue_id = ${queues.support} where id = ${ticket.id}`;
    if (kind === 'leave') await admin`update tickets set queue_id = null where id = ${ticket.id}`;
    if (kind === 'delete' && after % 3 === 0) await admin`delete from tickets where id = ${ticket.id}`;
    if (kind === 'again') await begin(false).catch(() => {});
    if (kind === 'fold') await api.run('dashboard counters');
  }
}

interface Cycle {
  userId: number | null;
  queueId: number | null;
  created: Date;
  queued: Date | null;
  started: Date | null;
  answered: Date | null;
  asked: Date | null;
  finished: Date | null;
  rate: 1 | 2 | 3 | null;
  isFirst: boolean;
}

/** The same figures, counted one by one. */
function countRaw(cycles: readonly Cycle[], timezone: string, from: string, to: string) {
  const within = (at: Date | null): at is Date => {
    const day = at ? wallClock(at, timezone).day * DAY_MS : Number.NaN;
    return day >= Date.parse(from) && day <= Date.parse(to);
  };
  const seconds = (since: Date, until: Date) =>
    Math.max(0, Math.floor((until.getTime() - since.getTime()) / 1_000));
  const mean = (values: number[]) =>
    values.length > 0 ? values.reduce((sum, value) => sum + value, 0) / values.length / 60 : null;
  const begun = cycles.filter(({ created }) => within(created));
  const ended = cycles.filter(({ finished }) => within(finished)) as (Cycle & { finished: Date })[];
  const served = ended.filter(({ started }) => started) as (Cycle & { finished: Date; started: Date })[];
  const answers = cycles
    .filter(({ answered }) => within(answered))
    .map(({ asked, answered }) => seconds(asked!, answered!));
  const rated = (mark: number) => ended.filter(({ rate }) => rate === mark).length;
  const finishes = ended.map(({ created, finished }) => seconds(created, finished));
  const hours = new Array<number>(168).fill(0);
  for (const { created } of begun) {
    const { day, minute } = wallClock(created, timezone);
    // 1970 began on a Thursday.
    hours[((day + 3) % 7) * 24 + Math.floor(minute / 60)]! += 1;
  }
  const queues: Record<string, number> = {};
  for (const { queueId } of begun) queues[queueId ?? 'none'] = (queues[queueId ?? 'none'] ?? 0) + 1;
  return {
    exact: {
      begun: begun.length,
      finished: ended.length,
      leads: begun.filter(({ isFirst }) => isFirst).length,
      ratings: [rated(1), rated(2), rated(3)],
      answered: answers.length,
      queues,
      hours,
    },
    means: {
      wait: mean(served.map(({ queued, created, started }) => seconds(queued ?? created, started))) ?? 0,
      service: mean(served.map(({ started, finished }) => seconds(started, finished))) ?? 0,
      answer: mean(answers),
      rating:
        rated(1) + rated(2) + rated(3) > 0
          ? (rated(1) + 2 * rated(2) + 3 * rated(3)) / (rated(1) + rated(2) + rated(3))
          : null,
      finish: mean(finishes),
    },
    answers: answers.sort((a, b) => a - b),
    finishes: finishes.sort((a, b) => a - b),
  };
}

async function readCycles(companyId: number): Promise<Cycle[]> {
  const rows = await api.database.admin`
    select user_id::int as "userId", queue_id::int as "queueId", created_at as created, queued_at as queued,
      started_at as started, answered_at as answered, asked_at as asked, finished_at as finished, rate,
      is_first as "isFirst"
    from ticket_tracking where company_id = ${companyId}`;
  return rows as unknown as Cycle[];
}

const RANGES = [
  ['2026-10-01', '2026-10-31'],
  ['2026-10-04', '2026-10-04'],
  ['2026-10-25', '2026-11-01'],
  ['2026-11-01', '2026-11-01'],
  ['2026-01-01', '2026-12-31'],
] as const;

/** Percentiles may be off by the width of a bucket. */
function expectWithin(found: number | null, sorted: readonly number[], share: number): void {
  const wanted = sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)];
  if (wanted === undefined) expect(found).toBeNull();
  else expect(Math.abs((found ?? Number.NaN) * 60 - wanted)).toBeLessThanOrEqual(wanted * 0.05 + 1e-6);
}

async function expectSame(company: CompanyFixture, timezone: string, token: string): Promise<void> {
  const cycles = await readCycles(company.companyId);
  for (const [from, to] of RANGES) {
    const raw = countRaw(cycles, timezone, from, to);
    const { period, queues, weekHours } = await api.call(getDashboard, {
      query: { date_from: from, date_to: to },
      token,
    });
    const { ratings, firstAnswer, resolution } = period;
    expect({
      begun: period.begun,
      finished: period.finished,
      leads: period.leads,
      ratings: [ratings[1], ratings[2], ratings[3]],
      answered: firstAnswer.count,
      queues: Object.fromEntries(queues.map(({ id, count }) => [id ?? 'none', count])),
      hours: weekHours,
    }).toEqual(raw.exact);
    expect({
      wait: period.avgWaitTime,
      service: period.avgSupportTime,
      answer: firstAnswer.average,
      rating: ratings.average,
      finish: resolution.average,
    }).toEqual(raw.means);
    for (const [share, of] of [
      [0.5, 'median'],
      [0.9, 'p90'],
    ] as const) {
      expectWithin(firstAnswer[of], raw.answers, share);
      expectWithin(resolution[of], raw.finishes, share);
    }
  }
}

it.each(['America/New_York', 'Asia/Kathmandu', 'Australia/Lord_Howe'])(
  'counts every life of a ticket as its rows say, folded or not, and after counting anew: %s',
  async (timezone) => {
    const { admin } = api.database;
    await fc.assert(
      fc.asyncProperty(fc.array(life, { minLength: 4, maxLength: 14 }), async (lives) => {
        const company = await createCompany(admin, `Loja ${crypto.randomUUID()}`);
        await admin`update companies set timezone = ${timezone} where id = ${company.companyId}`;
        const token = await api.signIn(company.admin);
        await Promise.all(lives.map((one) => live(company, one)));
        await expectSame(company, timezone, token);
        await api.run('dashboard counters');
        expect(
          await admin`select from dashboard_deltas where company_id = ${company.companyId}`,
        ).toHaveLength(0);
        await expectSame(company, timezone, token);
        await api.db.asSystem((tx) => rebuild(tx, company.companyId));
        await expectSame(company, timezone, token);
        // Of a whole company nothing is left.
        await admin`delete from companies where id = ${company.companyId}`;
      }),
      { numRuns: 4 },
    );
  },
  60_000,
);

it('are as before when the program has counted them anew, whatever had become of them', async () => {
  const { admin } = api.database;
  const company = await createCompany(admin, 'Conferência');
  const { companyId } = company;
  const begins = Date.UTC(2026, 9, 5, 12);
  const steps = (['start', 'answer', 'finish', 'rate'] as const).map((kind, place) => ({
    ...{ kind, after: 60 * (place + 1), who: place % 2, mark: 1 + (place % 3) },
  }));
  for (const [place, inQueue] of [true, false, true].entries())
    await live(company, { begins: begins + place * 3_600_000, isFirst: place === 0, inQueue, steps });
  await api.run('dashboard counters');
  // What was taken back leaves rows that count nothing.
  const counters = () => admin`
    select * from dashboard_counters where company_id = ${companyId}
      and (begun, answered, waited, served, finished, bad, fair, good) <> (0, 0, 0, 0, 0, 0, 0, 0)
    order by span, block, part, part_id`;
  const before = await counters();
  expect(before.length).toBeGreaterThan(0);
  await admin`update dashboard_counters set finished = finished + 7, answers = '{}' where company_id = ${companyId}`;
  await admin`delete from dashboard_counters where company_id = ${companyId} and part = 'user'`;
  const program = startProcess('server/src/rebuild-dashboard.ts', {
    env: { DATABASE_URL: api.database.url },
  });
  expect(await program.ended, program.log()).toBe(0);
  expect(await counters()).toEqual(before);
});

it('counts one’s own work, and in days of another calendar once the company has moved', async () => {
  const { admin } = api.database;
  const company = await createCompany(admin, 'Mudança');
  const [boss, ana] = [await api.signIn(company.admin), await api.signIn(company.ana)];
  const ticket = await createTicket(admin, company, { userId: company.ana.id });
  // Midnight in Tokyo, noon of the day before in São Paulo.
  await admin`update ticket_tracking set user_id = ${company.ana.id}, created_at = '2026-10-04T15:30:00Z',
    started_at = '2026-10-04T15:31:00Z', finished_at = '2026-10-04T15:41:00Z' where ticket_id = ${ticket.id}`;
  await api.run('dashboard counters');
  const day = { date_from: '2026-10-05', date_to: '2026-10-05' };
  const finished = async () => (await api.call(getDashboard, { query: day, token: boss })).counters;
  expect(await finished()).toMatchObject({ supportFinished: 0 });
  await admin`update companies set timezone = 'Asia/Tokyo' where id = ${company.companyId}`;
  await api.run('dashboard rebuilds');
  expect(await finished()).toMatchObject({
    supportFinished: 1,
    avgSupportTime: 10,
    avgWaitTime: expect.any(Number),
  });

  const own = await api.call(getOwnFigures, { query: day, token: ana });
  expect(own.period).toMatchObject({
    finished: 1,
    avgSupportTime: 10,
    resolution: { count: 1, average: 11 },
  });
  expect(own.before).toMatchObject({ from: '2026-10-04', to: '2026-10-04', finished: 0 });
  expect((await api.call(getOwnFigures, { query: day, token: boss })).period.finished).toBe(0);
});
