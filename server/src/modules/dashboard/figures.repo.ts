import { blocksOf, type Spread } from '@balcao/shared/domain/figures.ts';
import type { Tx } from '../../platform/db/client.ts';
import { cells, counts, parts, placed, sums, zeros } from './counters.repo.ts';

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

export type Part = 'all' | 'queue' | 'connection' | 'user' | 'hour';

export interface PartCounts extends Counts {
  part: Part;
  partId: number;
  /** Of the company as a whole, and of its people. */
  answers: Spread;
  finishes: Spread;
}

/** Days, counted from Monday, 2001-01-01, both included. */
export interface Days {
  first: number;
  last: number;
}

interface Wanted {
  days: Days;
  parts: readonly Part[];
}

type Row = Omit<PartCounts, 'answers' | 'finishes'> & {
  place: number;
  answers: Spread[] | null;
  finishes: Spread[] | null;
};

/**
 * Several ranges at once, which costs hardly more than one.
 *
 * @param partId of one person alone; null: all
 * @returns what each of them counts, in the order asked
 */
export async function readCounts(
  tx: Tx,
  companyId: number,
  wanted: readonly Wanted[],
  partId: number | null = null,
): Promise<PartCounts[][]> {
  const blocks = wanted.flatMap(({ days, parts: asked }, place) => {
    const { spans, blocks: numbers } = blocksOf(days.first, days.last);
    return asked.flatMap((part) =>
      numbers.map((block, index) => ({ place, part, block, span: spans[index] ?? 1 })),
    );
  });
  const ranges = wanted.flatMap(({ days, parts: asked }, place) =>
    asked.map((part) => ({ place, part, ...days })),
  );
  const list = <T, K extends keyof T>(rows: readonly T[], key: K) => rows.map((row) => row[key]);
  const rows = await tx<Row[]>`
    with taken as (
      select at, queue_id, connection_id, user_id, kind, value, n
      from dashboard_deltas where company_id = ${companyId}),
    facts as materialized (${placed(tx, companyId)}),
    cells as (${cells(tx)}),
    ranges as (
      select * from unnest(${list(ranges, 'place')}::int[], ${list(ranges, 'part')}::text[],
        ${list(ranges, 'first')}::int[], ${list(ranges, 'last')}::int[]) as asked (place, part, first, last)),
    unfolded as (
      select place, parts.part, part_id, ${counts(tx)}, null::jsonb as answers, null::jsonb as finishes
      from cells cross join ${parts(tx)}
      join ranges on ranges.part = parts.part and cells.day between first and last),
    durations as (
      select place, ranges.part, case when ranges.part = 'user' then coalesce(user_id, 0) else 0 end as part_id, kind,
        duration_bucket(value) as bucket, sum(n) as n
      from facts join ranges on ranges.part in ('all', 'user') and facts.day between first and last
      where kind in ('answered', 'finished') group by 1, 2, 3, 4, 5),
    new_spreads as (
      select place, part, part_id, ${zeros(tx)},
        jsonb_object_agg(bucket, n) filter (where kind = 'answered') as answers,
        jsonb_object_agg(bucket, n) filter (where kind = 'finished') as finishes
      from durations group by 1, 2, 3)
    select place, part, part_id, ${sums(tx)},
      jsonb_agg(answers) filter (where answers <> '{}') as answers,
      jsonb_agg(finishes) filter (where finishes <> '{}') as finishes
    from (
      select place, part, part_id, ${counts(tx)}, answers, finishes
      from unnest(${list(blocks, 'place')}::int[], ${list(blocks, 'part')}::text[],
        ${list(blocks, 'span')}::smallint[], ${list(blocks, 'block')}::int[]) as asked (place, part, span, block)
      join dashboard_counters using (span, block, part)
      where company_id = ${companyId}
      union all table unfolded
      union all table new_spreads) as all_of_them
    ${partId === null ? tx`` : tx`where part_id = ${partId}`}
    group by place, part, part_id`;
  const answer: PartCounts[][] = wanted.map(() => []);
  for (const { place, ...row } of rows)
    answer[place]?.push({ ...row, answers: addUp(row.answers), finishes: addUp(row.finishes) });
  return answer;
}

function addUp(spreads: readonly Spread[] | null): Spread {
  const sum: Record<string, number> = {};
  for (const spread of spreads ?? [])
    for (const [bucket, count] of Object.entries(spread)) sum[bucket] = (sum[bucket] ?? 0) + count;
  return sum;
}
