import { blocksOf, type Spread } from '@balcao/shared/features/dashboard/figures.ts';
import type { Tx } from '../../platform/db/client.ts';
import { cells, counts, parts, placed, signedSums, spreadOut, spreads, zeros } from './counters.repo.ts';

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
  firstMet: number;
  firstMissed: number;
  nextMet: number;
  nextMissed: number;
  solvedMet: number;
  solvedMissed: number;
}

export type Part = 'all' | 'queue' | 'connection' | 'user';

export interface PartCounts extends Counts {
  part: Part;
  partId: number;
  /** The answers of the company as a whole, and of its people. */
  answers: Spread;
  finishes: Spread;
  hours: Spread;
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

type SpreadName = 'answers' | 'finishes' | 'hours';
type Row = Omit<PartCounts, SpreadName> & {
  place: number;
  answers: Signed[] | null;
  finishes: Signed[] | null;
  hours: Signed[] | null;
};
type Signed = readonly [sign: 1 | -1, spread: Spread];

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
    const found = blocksOf(days.first, days.last);
    return asked.flatMap((part) => found.map((block) => ({ place, part, ...block })));
  });
  const ranges = wanted.flatMap(({ days, parts: asked }, place) =>
    asked.map((part) => ({ place, part, ...days })),
  );
  const list = <T, K extends keyof T>(rows: readonly T[], key: K) => rows.map((row) => row[key]);
  // Of people all at once nobody asks for percentiles, and they are most of what is stored.
  const spread = (of: SpreadName) =>
    partId === null
      ? tx`case when asked.part = 'all' then found.${tx(of)} end as ${tx(of)}`
      : tx`found.${tx(of)}`;
  // As the text that it becomes: nothing is put together in the database only to be taken apart here.
  const signed = (of: SpreadName) =>
    tx`json_agg(json_build_array(sign, ${tx(of)})) filter (where ${tx(of)} <> '{}') as ${tx(of)}`;
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
      select place, parts.part, part_id, 1::smallint as sign, ${counts(tx)},
        null::jsonb as answers, null::jsonb as finishes, null::jsonb as hours
      from cells cross join ${parts(tx)}
      join ranges on ranges.part = parts.part and cells.day between first and last),
    spread_out as (${spreadOut(tx)}),
    placed_spreads as (
      select place, part, case when part = 'user' then coalesce(user_id, 0) else 0 end as part_id, kind, bucket,
        sum(n) as n
      from spread_out join ranges on part in ('all', 'user') and day between first and last
      group by 1, 2, 3, 4, 5),
    new_spreads as (
      select place, part, part_id, 1::smallint, ${zeros(tx)}, ${spreads(tx)} from placed_spreads group by 1, 2, 3)
    select place, part, part_id, ${signedSums(tx)},
      ${signed('answers')}, ${signed('finishes')}, ${signed('hours')}
    from (
      select place, asked.part, part_id, sign, ${counts(tx)}, ${spread('answers')}, ${spread('finishes')}, ${spread('hours')}
      from unnest(${list(blocks, 'place')}::int[], ${list(blocks, 'part')}::text[],
        ${list(blocks, 'span')}::smallint[], ${list(blocks, 'block')}::int[],
        ${list(blocks, 'sign')}::smallint[]) as asked (place, part, span, block, sign)
      cross join lateral (
        -- Each by the index, and not all to look for some.
        select * from dashboard_counters c
        where c.company_id = ${companyId} and c.span = asked.span and c.block = asked.block and c.part = asked.part
          ${partId === null ? tx`` : tx`and c.part_id = ${partId}`}
        offset 0) as found
      union all table unfolded
      union all table new_spreads) as all_of_them
    ${partId === null ? tx`` : tx`where part_id = ${partId}`}
    group by place, part, part_id`;
  const answer: PartCounts[][] = wanted.map(() => []);
  for (const { place, ...row } of rows)
    answer[place]?.push({
      ...row,
      answers: addUp(row.answers),
      finishes: addUp(row.finishes),
      hours: addUp(row.hours),
    });
  return answer;
}

function addUp(spreads: readonly Signed[] | null): Spread {
  const sum: Record<string, number> = {};
  for (const [sign, spread] of spreads ?? [])
    for (const [bucket, count] of Object.entries(spread)) sum[bucket] = (sum[bucket] ?? 0) + sign * count;
  return sum;
}
