import { allowStatements, type Tx } from '../../platform/db/client.ts';

/** Keeps the counters of 0195_dashboard.sql. Whoever writes them holds their company's lock. */

const FOLD_AT_ONCE = 10_000;
const REBUILD_S = 900;

async function lock(tx: Tx, companyId: number): Promise<void> {
  await tx`select pg_advisory_xact_lock(4218, ${companyId % 2_147_483_647}::int)`;
}

/** Adds what has changed to the counters. @returns whether there is more */
export async function fold(tx: Tx, companyId: number): Promise<boolean> {
  await lock(tx, companyId);
  const taken = tx`
    delete from dashboard_deltas where company_id = ${companyId} and id in (
      select id from dashboard_deltas where company_id = ${companyId} order by id limit ${FOLD_AT_ONCE})
    returning at, queue_id, connection_id, user_id, kind, value, n`;
  const [left] = await tx<{ more: boolean }[]>`
    with taken as (${taken}), ${add(tx, companyId)}
    select count(*) = ${FOLD_AT_ONCE} as more from taken`;
  return left?.more ?? false;
}

/**
 * Counts all cycles anew. One statement reads them and takes away the changes: in its snapshot both stand or neither, so
 * agents go on meanwhile and nothing is counted twice.
 */
export async function rebuild(tx: Tx, companyId: number): Promise<void> {
  await allowStatements(tx, REBUILD_S);
  await lock(tx, companyId);
  await tx`delete from dashboard_rebuilds where company_id = ${companyId}`;
  await tx`delete from dashboard_counters where company_id = ${companyId}`;
  await tx`
    with folded as (delete from dashboard_deltas where company_id = ${companyId}),
    taken as (
      select fact.at, c.queue_id, c.connection_id, c.user_id, fact.kind, fact.value, 1 as n
      from ticket_tracking c cross join lateral dashboard_facts(c) as fact where c.company_id = ${companyId}
      union all
      select d.decided_at, d.queue_id, d.connection_id, d.user_id, deadline_fact(d), 0, 1
      from deadlines d where d.company_id = ${companyId} and d.met is not null),
    ${add(tx, companyId)}
    select from taken limit 0`;
}

/** Deadlines that were met and missed, by kind. */
const DEADLINE_COUNTS = [
  'first_met',
  'first_missed',
  'next_met',
  'next_missed',
  'solved_met',
  'solved_missed',
];
const deadlineCells = (tx: Tx) =>
  tx.unsafe(
    DEADLINE_COUNTS.map((kind) => `coalesce(sum(n) filter (where kind = '${kind}'), 0)::int as ${kind}`).join(
      ', ',
    ),
  );

/** What facts say of each day, by queue, connection and agent. */
export const cells = (tx: Tx) => tx`
  select day, queue_id, connection_id, user_id,
    coalesce(sum(n) filter (where kind = 'begun'), 0)::int as begun,
    coalesce(sum(n * value) filter (where kind = 'begun'), 0)::int as leads,
    coalesce(sum(n) filter (where kind = 'answered'), 0)::int as answered,
    coalesce(sum(n * value::bigint) filter (where kind = 'answered'), 0) as answer_s,
    coalesce(sum(n) filter (where kind = 'waited'), 0)::int as waited,
    coalesce(sum(n * value::bigint) filter (where kind = 'waited'), 0) as wait_s,
    coalesce(sum(n) filter (where kind = 'served'), 0)::int as served,
    coalesce(sum(n * value::bigint) filter (where kind = 'served'), 0) as service_s,
    coalesce(sum(n) filter (where kind = 'finished'), 0)::int as finished,
    coalesce(sum(n * value::bigint) filter (where kind = 'finished'), 0) as finish_s,
    coalesce(sum(n) filter (where kind = 'rated' and value = 1), 0)::int as bad,
    coalesce(sum(n) filter (where kind = 'rated' and value = 2), 0)::int as fair,
    coalesce(sum(n) filter (where kind = 'rated' and value = 3), 0)::int as good,
    ${deadlineCells(tx)}
  from facts group by day, queue_id, connection_id, user_id`;

/** Facts (`taken`) with their day, counted from Monday, 2001-01-01, and their hour of the week. */
export const placed = (tx: Tx, companyId: number) => tx`
  select (wall::date - date '2001-01-01') as day,
    (extract(isodow from wall)::int - 1) * 24 + extract(hour from wall)::int as hour,
    queue_id, connection_id, user_id, kind, value, n
  from (select timezone(c.timezone, taken.at) as wall, taken.*
    from taken cross join companies c where c.id = ${companyId}) as walls`;

/** The parts that a cell counts in. */
export const parts = (tx: Tx) => tx`
  lateral (values ('all', 0::bigint), ('queue', coalesce(queue_id, 0)), ('connection', connection_id),
    ('user', coalesce(user_id, 0))) as parts (part, part_id)`;

/** What is counted by how long it took, or by its hour. */
export const spreadOut = (tx: Tx) => tx`
  select day, user_id, kind, case when kind = 'begun' then hour else duration_bucket(value) end as bucket, sum(n) as n
  from facts where kind in ('begun', 'answered', 'finished') group by 1, 2, 3, 4`;

/** Buckets as one object for each of these. */
export const spreads = (tx: Tx) => tx`
  jsonb_object_agg(bucket, n) filter (where kind = 'answered') as answers,
  jsonb_object_agg(bucket, n) filter (where kind = 'finished') as finishes,
  jsonb_object_agg(bucket, n) filter (where kind = 'begun') as hours`;

/** The counts of a row, in the order of the table. */
const COUNTS = [
  ...[
    'begun',
    'leads',
    'answered',
    'answer_s',
    'waited',
    'wait_s',
    'served',
    'service_s',
    'finished',
    'finish_s',
  ],
  ...['bad', 'fair', 'good'],
  ...DEADLINE_COUNTS,
];
const sums = (tx: Tx) => tx.unsafe(COUNTS.map((name) => `sum(${name})::bigint as ${name}`).join(', '));
/** The sums of blocks, some of which are taken away. */
export const signedSums = (tx: Tx) =>
  tx.unsafe(COUNTS.map((name) => `sum(sign * ${name})::bigint as ${name}`).join(', '));
export const counts = (tx: Tx) => tx.unsafe(COUNTS.join(', '));
/** As many zeros. */
export const zeros = (tx: Tx) => tx.unsafe(COUNTS.map(() => '0').join(', '));
const mergedSpreads = (tx: Tx) =>
  tx.unsafe(
    ['answers', 'finishes', 'hours']
      .map(
        (name) => `${name} = case when excluded.${name} = '{}' then counter.${name}
          else add_spreads(counter.${name}, excluded.${name}) end`,
      )
      .join(', '),
  );
const added = (tx: Tx) =>
  tx.unsafe(COUNTS.map((name) => `${name} = counter.${name} + excluded.${name}`).join(', '));

/** Adds `taken` to the counters: the parts of a statement behind its `with`. */
const add = (tx: Tx, companyId: number) => tx`
  facts as materialized (${placed(tx, companyId)}),
  cells as materialized (${cells(tx)}),
  spans (span) as (values (1), (7), (28)),
  sums as (
    select span, floor(day::numeric / span)::int as block, part, part_id, ${sums(tx)}
    from cells cross join spans cross join ${parts(tx)}
    group by 1, 2, 3, 4),
  spread_out as materialized (${spreadOut(tx)}),
  buckets as (
    select span, floor(day::numeric / span)::int as block, part, part_id, kind, bucket, sum(n) as n
    from spread_out cross join spans
      cross join lateral (values ('all', 0::bigint), ('user', coalesce(user_id, 0))) as parts (part, part_id)
    group by 1, 2, 3, 4, 5, 6 having sum(n) <> 0),
  spreads as (
    select span, block, part, part_id, ${spreads(tx)}
    from buckets group by 1, 2, 3, 4),
  added as (
    insert into dashboard_counters as counter (company_id, span, block, part, part_id, ${counts(tx)}, answers, finishes, hours)
    select ${companyId}, span, block, part, part_id, ${counts(tx)}, coalesce(answers, '{}'), coalesce(finishes, '{}'),
      coalesce(hours, '{}')
    from sums left join spreads using (span, block, part, part_id)
    on conflict (company_id, span, block, part, part_id) do update set ${added(tx)},
${mergedSpreads(tx)})`;

export interface CompanyToCount {
  companyId: number;
  /** The same. */
  id: number;
}

export async function listDeltas(tx: Tx, limit: number): Promise<CompanyToCount[]> {
  return tx`
    select id as company_id, id from companies c
    where exists (select from dashboard_deltas d where d.company_id = c.id) order by id limit ${limit}`;
}

export async function listRebuilds(tx: Tx, limit: number): Promise<CompanyToCount[]> {
  return tx`select company_id, company_id as id from dashboard_rebuilds order by company_id limit ${limit}`;
}
