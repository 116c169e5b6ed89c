import { blocksOf, type Spread } from '@balcao/shared/domain/figures.ts';
import type { Tx } from '../../platform/db/client.ts';
import { cells, counts, parts, placed, sums } from './counters.repo.ts';

/** Reads the counters: a few dozen blocks, and what is not folded into them yet. */

export interface Counts {
  begun: number;
  leads: number;
  answered: number;
  answerS: number;
  waited: number;
  waitS: number;
  served: number;
  serviceS: number;
  finished: number;
  finishS: number;
  bad: number;
  fair: number;
  good: number;
}

export interface PartCounts extends Counts {
  part: 'all' | 'queue' | 'connection' | 'user' | 'hour';
  partId: number;
}

/** Days, counted from Monday, 2001-01-01, both included. */
export interface Days {
  first: number;
  last: number;
}

/** The facts that are not folded yet, of these days. */
const unfolded = (tx: Tx, companyId: number, { first, last }: Days) => tx`
  taken as (select at, queue_id, connection_id, user_id, kind, value, n
    from dashboard_deltas where company_id = ${companyId}),
  facts as materialized (
    select * from (${placed(tx, companyId)}) as of_any_day where day between ${first}::int and ${last}::int)`;

/** @param only one person's; null: the company's, with all its parts */
export async function readCounts(
  tx: Tx,
  companyId: number,
  days: Days,
  only: { userId: number } | { part: 'all' | 'hour' } | null,
): Promise<PartCounts[]> {
  const { spans, blocks } = blocksOf(days.first, days.last);
  const wanted =
    only === null
      ? tx`true`
      : 'userId' in only
        ? tx`part = 'user' and part_id = ${only.userId}`
        : tx`part = ${only.part}`;
  return tx<PartCounts[]>`
    with ${unfolded(tx, companyId, days)},
    cells as (${cells(tx)})
    select part, part_id, ${sums(tx)} from (
      select part, part_id, ${counts(tx)}
      from unnest(${spans}::smallint[], ${blocks}::int[]) as wanted (span, block)
      join dashboard_counters using (span, block)
      where company_id = ${companyId} and ${wanted}
      union all
      select part, part_id, ${counts(tx)} from cells cross join ${parts(tx)} where ${wanted}) as all_of_them
    group by part, part_id`;
}

export interface Spreads {
  answers: Spread;
  finishes: Spread;
}

export async function readSpreads(
  tx: Tx,
  companyId: number,
  days: Days,
  userId: number | null,
): Promise<Spreads> {
  const { spans, blocks } = blocksOf(days.first, days.last);
  const rows = await tx<Spreads[]>`
    with ${unfolded(tx, companyId, days)}
    select answers, finishes
    from unnest(${spans}::smallint[], ${blocks}::int[]) as wanted (span, block)
    join dashboard_counters using (span, block)
    where company_id = ${companyId} and part = ${userId === null ? 'all' : 'user'} and part_id = ${userId ?? 0}
    union all
    select case when kind = 'answered' then spread else '{}' end, case when kind = 'finished' then spread else '{}' end
    from (
      select kind, jsonb_object_agg(bucket, n) as spread
      from (
        select kind, duration_bucket(value) as bucket, sum(n) as n from facts
        where kind in ('answered', 'finished') and (${userId}::bigint is null or user_id = ${userId})
        group by 1, 2) as buckets
      group by kind) as new_ones`;
  return {
    answers: addUp(rows.map(({ answers }) => answers)),
    finishes: addUp(rows.map(({ finishes }) => finishes)),
  };
}

function addUp(spreads: readonly Spread[]): Spread {
  const sum: Record<string, number> = {};
  for (const spread of spreads)
    for (const [bucket, count] of Object.entries(spread)) sum[bucket] = (sum[bucket] ?? 0) + count;
  return sum;
}
