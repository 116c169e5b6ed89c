import { randomUUID } from 'node:crypto';
import type postgres from 'postgres';
import { rebuild } from '../../src/modules/dashboard/counters.repo.ts';
import type { Tx } from '../../src/platform/db/client.ts';
import { type CompanyFixture, createCompany, createUser } from '../../test/fixtures.ts';
import { startApi } from '../api.ts';
import type { Benchmark, Context, Figure } from '../figure.ts';
import { measureInTurns, timed } from '../measure.ts';

const AGENTS = 12;
const DAYS = 365;
/** More tickets than this no list of the screen goes through. */
const LISTED = 10_000;

/** What a look at the figures of a year of tickets costs, beside a hundredth of them and beside one read by an index. */
export const dashboard: Benchmark = {
  name: 'dashboard',
  async run(context: Context): Promise<Figure[]> {
    const sizes = context.quick ? [1_000, 20_000] : [10_000, 1_000_000];
    const database = await context.postgres.createDatabase();
    const { admin } = database;
    const figures: Figure[] = [];
    const companies: CompanyFixture[] = [];
    for (const size of sizes) {
      const company = await openShop(admin, size);
      companies.push(company);
      const ms = await timed(() => admin.begin((sql) => rebuild(sql as unknown as Tx, company.companyId)));
      figures.push({
        name: `counting ${size} tickets anew`,
        value: ms / 1_000,
        unit: 's',
        target: { atMost: 120 },
      });
    }
    await admin`vacuum analyze`;
    const api = await startApi(context, database);
    const [small = '', large = ''] = await Promise.all(
      companies.map(({ companyId, admin: { id } }) => api.signIn({ companyId, userId: id })),
    );
    for (const days of [30, 365]) {
      const look = (token: string) => () => api.get(`/dashboard?days=${days}`, token);
      const [few, many, page] = await measureInTurns(
        context.quick ? 50 : 300,
        [look(small), look(large), () => api.get('/tickets?status=closed', large)],
        60_000,
      );
      figures.push(
        {
          name: `the dashboard of ${days} days, ${sizes[1]} tickets, p50`,
          value: many.p50,
          unit: 'ms',
          floor: { what: `${sizes[0]} tickets`, value: few.p50 },
          target: { ratioAtMost: 1.15 },
        },
        {
          name: `the same, p50`,
          value: many.p50,
          unit: 'ms',
          floor: { what: 'one page of tickets by its index', value: page.p50 },
          target: { ratioAtMost: 3 },
        },
      );
    }
    await api.stop();
    await database.drop();
    return figures;
  },
};

/** So many finished conversations in a year, in the hours of a working day, served by a dozen people. */
async function openShop(admin: postgres.Sql, tickets: number): Promise<CompanyFixture> {
  const company = await createCompany(admin, `Loja ${randomUUID()}`);
  const { companyId, connectionId, queues } = company;
  const agents: number[] = [];
  for (let made = 0; made < AGENTS; made += 1)
    agents.push((await createUser(admin, companyId, `Atendente ${made}`, [])).id);
  await admin.begin(async (tx) => {
    // Neither the feed nor the counters hear of rows that are seeded.
    await tx`set local session_replication_role = replica`;
    await tx`set local synchronous_commit = off`;
    await tx`
      insert into contacts (company_id, name, number)
      select ${companyId}, 'Cliente ' || n, (5511900000000 + n)::text from generate_series(1, 5000) n`;
    await tx`
      insert into tickets (company_id, contact_id, connection_id, queue_id, user_id, status, created_at, last_message_at,
        closed_at)
      select ${companyId}, c.id, ${connectionId}, ${queues.support}, ${agents[0] ?? null}, 'closed', at, at, at
      from generate_series(1, ${Math.min(tickets, LISTED)}::int) n
      join lateral (select now() - n * interval '1 minute' as at) begun on true
      join (select id, row_number() over () as place from contacts where company_id = ${companyId}) c
        on c.place = 1 + n % 5000`;
    // The figures count cycles alone: a hundredth of the tickets has all of them, which is seeded in a fraction of the time.
    await tx`
      insert into ticket_tracking (company_id, ticket_id, connection_id, queue_id, user_id, created_at, queued_at,
        started_at, answered_at, asked_at, finished_at, rated_at, rate, is_first)
      select ${companyId}, t.id, ${connectionId}, (array[${queues.support}, ${queues.sales}, null]::bigint[])[1 + n % 3],
        (${agents}::bigint[])[1 + n % ${AGENTS}], at, at, at + wait, at + wait * 1.2, at, at + wait + service,
        at + wait + service, 1 + n % 3, n % 9 = 0
      from generate_series(1, ${tickets}::int) n
      join (select id, row_number() over () - 1 as place from tickets where company_id = ${companyId}) t
        on t.place = n % ${LISTED}
      cross join lateral (
        -- Most are quick, a few are not; different for each row.
        select date_trunc('day', now()) - n % ${DAYS} * interval '1 day' + interval '11 hours'
            + random() * interval '10 hours' as at,
          exp(5 + 1.2 * (random() + random() + random() - 1.5)) * interval '1 second' as wait,
          exp(6.5 + 1.5 * (random() + random() + random() - 1.5)) * interval '1 second' as service
        where n > 0) lasted`;
  });
  await admin`analyze`;
  return company;
}
