import { MAX_RANGE_DAYS } from '@balcao/shared/features/dashboard/figures.ts';
import {
  type Grain,
  MAX_LINES,
  MAX_PARTS,
  NONE,
  type Part,
} from '@balcao/shared/features/reports/measures.ts';
import type { Tx } from '../../platform/db/client.ts';
import { type Asked, countedRows, KINDS, type KindName, kindNumber, type Sql } from './counted.repo.ts';

/** Counts what `counted.repo.ts` finds. */

export interface Numbers {
  /** What they are of: a day, a queue, or nothing in particular. */
  key: string;
  /** Of which line it is; empty where there is one alone. */
  line: string;
  begun: number;
  newContacts: number;
  answered: number;
  answerMedian: number | null;
  answerP90: number | null;
  finished: number;
  finishMedian: number | null;
  finishP90: number | null;
  rated: number;
  rateAverage: number | null;
  met: number;
  missed: number;
}

/** By what rows `f` are counted, and what is joined to know it. */
interface Division {
  /** Of a kind that sorts fast; null: of none. */
  by: Sql;
  join: Sql;
  /** How `by` is written in an answer. */
  written: (by: Sql) => Sql;
  /** The most of them that are read. */
  most: number;
  /** What they are counted apart by as well, and of which there are these alone. */
  lines?: { by: Sql; keys: readonly string[] };
}

export const readTotal = async (tx: Tx, asked: Asked): Promise<Numbers | undefined> =>
  (await count(tx, asked, { by: tx`0`, join: tx``, written: () => tx`''`, most: 1 }))[0];

/** Days, weeks or months in which something was, by their first day. */
export const readPoints = (tx: Tx, asked: Asked, grain: Grain, timezone: string): Promise<Numbers[]> =>
  count(tx, asked, { ...steps(tx, grain, timezone), join: tx``, most: MOST_STEPS });

/** The same, of each of these alone. */
export const readLines = (
  tx: Tx,
  asked: Asked,
  grain: Grain,
  timezone: string,
  part: Part,
  keys: readonly string[],
): Promise<Numbers[]> => {
  const { by, join } = divisionBy(tx, asked.companyId, part);
  const lines = { by: keyOf(tx, by), keys };
  return count(tx, asked, { ...steps(tx, grain, timezone), join, most: MOST_STEPS * MAX_LINES, lines });
};

const steps = (tx: Tx, grain: Grain, timezone: string): Pick<Division, 'by' | 'written'> => ({
  by: tx`date_trunc(${grain}::text, timezone(${timezone}::text, f.at))`,
  written: (by) => tx`to_char(${by}, 'YYYY-MM-DD')`,
});
/** A year has no more days. */
const MOST_STEPS = MAX_RANGE_DAYS;

const keyOf = (tx: Tx, by: Sql): Sql => tx`coalesce(${by}::text, ${NONE})`;

/** The most conversations first. @param keys only these; null: the largest */
export const readParts = (
  tx: Tx,
  asked: Asked,
  part: Part,
  keys: readonly string[] | null,
): Promise<Numbers[]> => {
  const written = (by: Sql) => keyOf(tx, by);
  return count(tx, asked, { ...divisionBy(tx, asked.companyId, part), written, most: MAX_PARTS }, keys);
};

async function count(
  tx: Tx,
  asked: Asked,
  { by, join, written, most, lines }: Division,
  keys: readonly string[] | null = null,
): Promise<Numbers[]> {
  const all = (Object.keys(KINDS) as KindName[])
    .map((kind) => countedRows(tx, kind, asked))
    .reduce((sum, rows) => tx`${sum} union all ${rows}`);
  const number = (kind: KindName, and = tx``) =>
    tx`(count(*) filter (where f.kind = ${kindNumber(kind)} ${and}))::int`;
  const within = (share: number, kind: KindName) =>
    tx`percentile_cont(${share}::float8) within group (order by f.seconds) filter (where f.kind = ${kindNumber(kind)})`;
  const key = written(tx`counted.by_key`);
  // So much memory for a sort: a year of half a million conversations needs no disk.
  await tx`set local work_mem = '32MB'`;
  return tx<Numbers[]>`
    select ${key} as key, counted.* from (
      select ${by} as by_key, ${lines ? lines.by : tx`''::text`} as line,
        ${number('begun')} as begun, ${number('begun', tx`and f.holds`)} as new_contacts,
        ${number('answered')} as answered,
        ${within(0.5, 'answered')} as answer_median, ${within(0.9, 'answered')} as answer_p90,
        ${number('finished')} as finished,
        ${within(0.5, 'finished')} as finish_median, ${within(0.9, 'finished')} as finish_p90,
        ${number('finished', tx`and f.holds`)} as rated, avg(f.rate)::float8 as rate_average,
        ${number('decided', tx`and f.holds`)} as met, ${number('decided', tx`and not f.holds`)} as missed
      from (${all}) f ${join}
      ${lines ? tx`where ${lines.by} = any (${[...lines.keys]}::text[])` : tx``}
      group by 1, 2) counted
    ${keys ? tx`where ${key} = any (${[...keys]}::text[])` : tx``}
    order by begun desc, finished desc, by_key limit ${most}`;
}

/** How many began in each hour of the week in which any did, counted from Monday at midnight. */
export async function readWeekHours(
  tx: Tx,
  asked: Asked,
  timezone: string,
): Promise<{ hour: number; begun: number }[]> {
  return tx`
    select ((extract(isodow from wall.at) - 1) * 24 + extract(hour from wall.at))::int as hour, count(*)::int as begun
    from (${countedRows(tx, 'begun', asked)}) f
    cross join lateral (select timezone(${timezone}::text, f.at) as at) wall
    group by 1`;
}

function divisionBy(tx: Tx, companyId: number, part: Part): Pick<Division, 'by' | 'join'> {
  switch (part) {
    case 'queue':
      return { by: tx`f.queue_id`, join: tx`` };
    case 'agent':
      return { by: tx`f.user_id`, join: tx`` };
    case 'tag':
      return {
        by: tx`g.tag_id`,
        join: tx`left join ticket_tags g on g.company_id = ${companyId} and g.ticket_id = f.ticket_id`,
      };
    case 'connection':
    case 'channel':
      return {
        by: part === 'channel' ? tx`c.channel` : tx`c.id`,
        join: tx`left join connections c on c.company_id = ${companyId} and c.id = f.connection_id`,
      };
    case 'origin':
      return {
        by: tx`t.referral ->> 'source'`,
        join: tx`join tickets t on t.company_id = ${companyId} and t.id = f.ticket_id`,
      };
  }
}

/** What these are called; none of those that are gone. */
export async function findNames(
  tx: Tx,
  companyId: number,
  part: Part,
  keys: readonly string[],
): Promise<{ key: string; name: string }[]> {
  const ids = keys.filter((key) => key !== NONE).map(Number);
  switch (part) {
    case 'queue':
    case 'tag':
    case 'connection':
    case 'agent': {
      const table = { queue: 'queues', tag: 'tags', agent: 'users', connection: 'connections' }[part];
      return tx`select id::text as key, name from ${tx(table)}
        where company_id = ${companyId} and id = any (${ids}::bigint[])`;
    }
    // Consoles have words of their own for messengers.
    case 'channel':
      return keys.map((key) => ({ key, name: key === NONE ? '' : key }));
    case 'origin':
      return tx`
        select wanted.key, found.name from unnest(${[...keys]}::text[]) as wanted (key)
        cross join lateral (
          select coalesce(nullif(t.referral ->> 'title', ''), t.referral ->> 'sourceId') as name from tickets t
          where t.company_id = ${companyId} and t.referral is not null
            and t.referral ->> 'kind' = split_part(wanted.key, ':', 1) and t.referral ->> 'source' = wanted.key
          limit 1) found`;
  }
}
