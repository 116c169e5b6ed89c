import {
  getReport,
  getReportLines,
  getReportParts,
  listReportTickets,
  type ReportFigures,
} from '@balcao/shared/features/reports/calls.ts';
import {
  MAX_LINES,
  MEASURES,
  type Measure,
  PARTS,
  REPORT_PAGE,
} from '@balcao/shared/features/reports/measures.ts';
import { countOf } from '@balcao/shared/features/reports/numbers.ts';
import { DAY_MS, wallClock } from '@balcao/shared/time/wall-clock.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApi, type TestApi } from '../../../test/api.ts';
import { type CompanyFixture, createCompany, createTicket, insertedId } from '../../../test/fixtures.ts';

/** The numbers of reports beside a plain count of the rows, and beside the lists that they lead to. */

let api: TestApi;
let admin: TestApi['admin'];
beforeAll(async () => {
  api = await startApi();
  ({ admin } = api);
});
afterAll(() => api.stop());

const TIMEZONE = 'America/New_York';
/** Around the night in which clocks go back there. */
const FROM = '2026-10-30';
const TO = '2026-11-03';
const BEGIN = Date.parse('2026-10-22T00:00:00Z');
const END = Date.parse('2026-11-06T00:00:00Z');

const cycle = fc.record({
  ticket: fc.nat(5),
  begins: fc.integer({ min: BEGIN, max: END }),
  first: fc.boolean(),
  /** Seconds since it began; null: never. */
  answered: fc.option(fc.integer({ min: 0, max: 200_000 })),
  finished: fc.option(fc.integer({ min: 0, max: 400_000 })),
  rate: fc.option(fc.integer({ min: 1, max: 3 })),
  queue: fc.constantFrom('sales', 'support', null),
  agent: fc.constantFrom('ana', 'bruno', null),
  met: fc.option(fc.boolean()),
});
type Cycle = typeof cycle extends fc.Arbitrary<infer C> ? C : never;

const [example] = fc.sample(fc.array(cycle, { minLength: 130, maxLength: 130 }), 1);
const cycles = (example ?? []).map((one, place) => ({
  ...one,
  // One of a connection that is gone is among them, whatever is drawn.
  begins: place === 7 ? Date.parse('2026-11-01T12:00:00Z') : one.begins,
  rate: one.finished === null ? null : one.rate,
}));

async function write(company: CompanyFixture): Promise<void> {
  const { companyId, connectionId, queues } = company;
  await admin`update companies set timezone = ${TIMEZONE} where id = ${companyId}`;
  const telegram = await insertedId(admin`
    insert into connections (company_id, name, kind, channel) values (${companyId}, 'Bot', 'telegram', 'telegram') returning id`);
  const tags = [];
  for (const name of ['VIP', 'Troca'])
    tags.push(
      await insertedId(
        admin`insert into tags (company_id, name, color) values (${companyId}, ${name}, 'red') returning id`,
      ),
    );
  const tickets = [];
  for (let place = 0; place < 6; place += 1) {
    const { id } = await createTicket(admin, company, { status: 'closed', name: `Cliente ${place}` });
    tickets.push(id);
    if (place % 2 === 0)
      await admin`
        update tickets set referred_at = now(), referral = ${admin.json({
          ...{ kind: 'ad', source: `ad:${place % 4}`, sourceId: String(place % 4), title: 'Promoção' },
          ...{ url: null, clickId: '', app: 'instagram', entryPoint: '' },
        })} where id = ${id}`;
    for (const tagId of tags.slice(0, place % 3))
      await admin`insert into ticket_tags (company_id, ticket_id, tag_id) values (${companyId}, ${id}, ${tagId})`;
  }
  await admin`delete from ticket_tracking where company_id = ${companyId}`;
  for (const [place, one] of cycles.entries()) {
    const at = (seconds: number | null) => (seconds === null ? null : new Date(one.begins + seconds * 1_000));
    const where = {
      company_id: companyId,
      ticket_id: tickets[one.ticket] ?? 0,
      connection_id: place % 3 === 0 ? telegram : place % 7 === 0 ? 987_654 : connectionId,
      queue_id: one.queue && queues[one.queue],
      user_id: one.agent && company[one.agent].id,
    };
    const rated = one.rate === null ? {} : { rate: one.rate, rated_at: at(one.finished) };
    await admin`insert into ticket_tracking ${admin({
      ...where,
      ...rated,
      created_at: new Date(one.begins),
      is_first: one.first,
      asked_at: one.answered === null ? null : new Date(one.begins),
      answered_at: at(one.answered),
      // Of a ticket only one goes on.
      finished_at: at(one.finished) ?? new Date(Date.UTC(2030, 0, 1 + place)),
    })}`;
    if (one.met !== null)
      await admin`insert into deadlines ${admin({
        ...where,
        ...{ policy_id: 1, kind: 'firstAnswer', met: one.met, told: 'missed' },
        ...{ decided_at: new Date(one.begins), ended_at: new Date(one.begins) },
      })}`;
  }
}

/** The same, counted one by one. */
function countPlainly(rows: readonly Cycle[], from: string, to: string): ReportFigures {
  const isWithin = (ms: number) => {
    const day = wallClock(new Date(ms), TIMEZONE).day * DAY_MS;
    return day >= Date.parse(from) && day <= Date.parse(to);
  };
  const begun = rows.filter(({ begins }) => isWithin(begins));
  const ended = (of: 'answered' | 'finished') =>
    rows.filter((one) => one[of] !== null && isWithin(one.begins + (one[of] ?? 0) * 1_000));
  const duration = (of: 'answered' | 'finished') => {
    const sorted = ended(of)
      .map((one) => (one[of] ?? 0) / 60)
      .toSorted((a, b) => a - b);
    return { count: sorted.length, median: within(sorted, 0.5), p90: within(sorted, 0.9) };
  };
  const rates = ended('finished').flatMap(({ rate }) => rate ?? []);
  return {
    begun: begun.length,
    newContacts: begun.filter(({ first }) => first).length,
    answered: duration('answered'),
    finished: duration('finished'),
    rated: {
      count: rates.length,
      average: rates.length > 0 ? rates.reduce((sum, rate) => sum + rate, 0) / rates.length : null,
    },
    met: begun.filter(({ met }) => met === true).length,
    missed: begun.filter(({ met }) => met === false).length,
  };
}

/** Between two neighbours in proportion, as SQL's `percentile_cont` does. */
function within(sorted: readonly number[], share: number): number | null {
  if (sorted.length === 0) return null;
  const place = (sorted.length - 1) * share;
  const [low = 0, high = 0] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]];
  return low + (high - low) * (place - Math.floor(place));
}

/** Means and percentiles as far as floating point tells them apart. */
const rounded = (figures: ReportFigures): unknown =>
  JSON.parse(
    JSON.stringify(figures, (_key, value) => (typeof value === 'number' ? Number(value.toFixed(6)) : value)),
  );

const figuresOf = ({
  from: _from,
  to: _to,
  day: _day,
  ...figures
}: ReportFigures & Record<string, unknown>) => rounded(figures as ReportFigures);

/** All rows of a list. */
async function listAll(token: string, query: Record<string, string>, measure: Measure) {
  const rows = [];
  let after: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof pageOf>> = await pageOf(token, query, measure, after);
    rows.push(...page.tickets);
    after = page.next;
  } while (after);
  return rows;
}
const pageOf = (token: string, query: Record<string, string>, measure: Measure, after: string | null) =>
  api.call(listReportTickets, { query: { ...query, measure, ...(after ? { after } : {}) }, token });

it('counts as the rows say, by day, by part and narrowed, and each number has as many rows in its list', async () => {
  const company = await createCompany(admin, 'Contada');
  await write(company);
  await write(await createCompany(admin, 'Vizinha'));
  const token = await api.signIn(company.admin);
  const range = { from: FROM, to: TO };
  const report = await api.call(getReport, { query: { ...range, grain: 'day' }, token });
  expect(report).toMatchObject({ timezone: TIMEZONE, asked: { ...range, grain: 'day' } });
  expect(figuresOf(report.period)).toEqual(rounded(countPlainly(cycles, FROM, TO)));
  expect(report.weekHours.reduce((sum, begun) => sum + begun)).toBe(report.period.begun);
  expect(report.before).toMatchObject({ from: '2026-10-25', to: '2026-10-29' });
  expect(figuresOf(report.before)).toEqual(rounded(countPlainly(cycles, '2026-10-25', '2026-10-29')));
  expect(report.points.map(({ day }) => day)).toEqual(
    ['30', '31', '01', '02', '03'].map((day) => `2026-${day > '05' ? 10 : 11}-${day}`),
  );
  for (const point of report.points)
    expect(figuresOf(point)).toEqual(rounded(countPlainly(cycles, point.day, point.day)));

  const only = { ...range, queue: String(company.queues.sales), agent: 'none' };
  const narrowed = await api.call(getReport, { query: { ...only, grain: 'week' }, token });
  const wanted = cycles.filter(({ queue, agent }) => queue === 'sales' && agent === null);
  expect(figuresOf(narrowed.period)).toEqual(rounded(countPlainly(wanted, FROM, TO)));
  expect(narrowed.points.map(({ day }) => day)).toEqual(['2026-10-26', '2026-11-02']);

  for (const measure of MEASURES) {
    const rows = await listAll(token, range, measure);
    expect([measure, rows.length]).toEqual([measure, countOf(measure, report.period)]);
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
    expect(rows.map(({ at }) => at)).toEqual(
      rows
        .map(({ at }) => at)
        .toSorted()
        .reverse(),
    );
  }
  expect(report.period.begun).toBeGreaterThan(0);
  expect(cycles.length).toBeGreaterThan(REPORT_PAGE);
  for (const part of PARTS) {
    const { rows } = await api.call(getReportParts, { query: { ...range, part }, token });
    expect(rows.length).toBeGreaterThan(1);
    const { lines } = await api.call(getReportLines, { query: { ...range, grain: 'day', part }, token });
    expect(lines.map(({ key, name }) => ({ key, name }))).toEqual(
      rows.slice(0, MAX_LINES).map(({ key, name }) => ({ key, name })),
    );
    for (const { key, points } of lines) {
      const alone = { ...range, grain: 'day', [part]: key } as const;
      expect([part, key, points]).toEqual([
        part,
        key,
        (await api.call(getReport, { query: alone, token })).points,
      ]);
      const own = await api.call(getReportLines, { query: { ...alone, part }, token });
      expect(own.lines).toEqual(lines.filter((one) => one.key === key));
    }
    if (part !== 'tag')
      expect(rows.reduce((sum, { period }) => sum + period.begun, 0)).toBe(report.period.begun);
    for (const { key, period, before } of rows) {
      const alone = { ...range, [part]: key };
      for (const measure of MEASURES)
        expect([part, key, measure, (await listAll(token, alone, measure)).length]).toEqual([
          part,
          key,
          measure,
          countOf(measure, period),
        ]);
      const same = await api.call(getReport, { query: { ...alone, grain: 'month' }, token });
      expect([figuresOf(same.period), figuresOf(same.before)]).toEqual([rounded(period), rounded(before)]);
      const narrow = await api.call(getReportParts, { query: { ...alone, part }, token });
      const [itself, ...others] = narrow.rows;
      expect([itself?.key, others]).toEqual([key, []]);
    }
  }
}, 60_000);

it('names what it divides by, and shows days without anything as nothing', async () => {
  const company = await createCompany(admin, 'Nomeada');
  const token = await api.signIn(company.admin);
  const empty = await api.call(getReport, { query: { from: FROM, to: FROM, grain: 'day' }, token });
  const nothing = { count: 0, median: null, p90: null };
  const zeros = {
    ...{ begun: 0, newContacts: 0, met: 0, missed: 0, answered: nothing, finished: nothing },
    rated: { count: 0, average: null },
  };
  expect(empty.points).toEqual([{ day: FROM, ...zeros }]);
  await write(company);
  const names = async (part: (typeof PARTS)[number]) =>
    (await api.call(getReportParts, { query: { from: FROM, to: TO, part }, token })).rows
      .map(({ name }) => name)
      .toSorted();
  expect(await names('queue')).toEqual(['', 'Suporte', 'Vendas']);
  expect(await names('agent')).toEqual(['', 'Ana', 'Bruno']);
  expect(await names('tag')).toEqual(['', 'Troca', 'VIP']);
  expect(await names('connection')).toEqual(['', 'Bot', 'WhatsApp Nomeada']);
  expect(await names('channel')).toEqual(['', 'telegram', 'whatsapp']);
  expect(await names('origin')).toEqual(['', 'Promoção', 'Promoção']);
});

it('is shown to those who lead, of their own company, and says what is wrong with a range', async () => {
  const company = await createCompany(admin, 'Fechada');
  await write(company);
  const token = await api.signIn(company.admin);
  const stranger = await api.signIn((await createCompany(admin, 'Curiosa')).admin);
  const good = { from: FROM, to: TO };
  for (const [call, more] of [
    [getReport, { grain: 'day' }],
    [getReportParts, { part: 'queue' }],
    [listReportTickets, { measure: 'begun' }],
  ] as const) {
    const refuse = (code: Parameters<TestApi['refused']>[0], query: object, as = token) =>
      api.refused(code, call, { query: { ...good, ...more, ...query }, token: as });
    await refuse('ERR_DASHBOARD_RANGE', { to: '2026-10-29' });
    await refuse('ERR_DASHBOARD_RANGE_TOO_LONG', { from: '2020-01-01' });
    await refuse('ERR_VALIDATION', { from: '2026-02-30' });
    await refuse('ERR_VALIDATION', { queue: '1 or true' });
    await refuse('ERR_NO_PERMISSION', {}, await api.signIn(company.ana));
  }
  await api.refused('ERR_VALIDATION', listReportTickets, {
    query: { ...good, measure: 'begun', after: 'x' },
    token,
  });
  const query = { ...good, queue: String(company.queues.sales), measure: 'begun' };
  expect((await api.call(listReportTickets, { query, token: stranger })).tickets).toEqual([]);
});
