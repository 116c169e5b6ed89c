import type { ReportQuery } from '@balcao/shared/features/reports/calls.ts';
import { type Measure, NONE } from '@balcao/shared/features/reports/measures.ts';
import type { Tx } from '../../platform/db/client.ts';

/**
 * What a report counts, as rows: its numbers count them and its lists show them, by the same conditions.
 *
 * Each kind of them is a stretch of an index by company and time, and a period has an end: whatever a company has
 * gathered in years, only its days are read.
 */

type ReportFilter = Omit<ReportQuery, 'from' | 'to'>;

/** Instants; `to` is not one of them. */
export interface Stretch {
  from: Date;
  to: Date;
}

export interface Asked {
  companyId: number;
  stretch: Stretch;
  filter: ReportFilter;
}

export type Sql = ReturnType<typeof noTime>;

/** Rows of tracking or deadlines `k`. `seconds`, `rate` and `holds` are said of some of them. */
interface Kind {
  table: 'ticket_tracking' | 'deadlines';
  at: 'created_at' | 'answered_at' | 'finished_at' | 'decided_at';
  seconds: (tx: Tx) => Sql;
  rate: (tx: Tx) => Sql;
  holds: (tx: Tx) => Sql;
}

const noTime = (tx: Tx) => tx`null::float8`;
const noRate = (tx: Tx) => tx`null::int`;
const always = (tx: Tx) => tx`true`;
/** As floating point, of which a million cost a quarter of as many decimals. */
const between = (tx: Tx, since: Sql, until: Sql) => tx`greatest(date_part('epoch', ${until} - ${since}), 0)`;
/** How satisfied a mark says that the customer is, from 1 to 3, on whichever scale it was given. */
const rating = (tx: Tx) => tx`rating_level(k.rating_scale, k.rate)::int`;

export const KINDS = {
  begun: {
    table: 'ticket_tracking',
    at: 'created_at',
    seconds: noTime,
    rate: noRate,
    holds: (tx) => tx`k.is_first`,
  },
  answered: {
    table: 'ticket_tracking',
    at: 'answered_at',
    seconds: (tx) => between(tx, tx`k.asked_at`, tx`k.answered_at`),
    rate: noRate,
    holds: always,
  },
  finished: {
    table: 'ticket_tracking',
    at: 'finished_at',
    seconds: (tx) => between(tx, tx`k.created_at`, tx`k.finished_at`),
    rate: rating,
    holds: (tx) => tx`${rating(tx)} is not null`,
  },
  decided: {
    table: 'deadlines',
    at: 'decided_at',
    seconds: noTime,
    rate: noRate,
    holds: (tx) => tx`k.met`,
  },
} satisfies Record<string, Kind>;
export type KindName = keyof typeof KINDS;

/** A kind among rows of several: numbers are compared faster than names. */
export const kindNumber = (kind: KindName): number => Object.keys(KINDS).indexOf(kind);

/** Which rows each measure counts. */
export const MEASURED: Record<Measure, { kind: KindName; where: (tx: Tx) => Sql }> = {
  begun: { kind: 'begun', where: always },
  newContacts: { kind: 'begun', where: KINDS.begun.holds },
  answered: { kind: 'answered', where: always },
  finished: { kind: 'finished', where: always },
  rated: { kind: 'finished', where: KINDS.finished.holds },
  met: { kind: 'decided', where: KINDS.decided.holds },
  missed: { kind: 'decided', where: (tx) => tx`not ${KINDS.decided.holds(tx)}` },
};

/** Rows of one kind in a stretch of time, narrowed by a filter. */
export function countedRows(tx: Tx, kind: KindName, { companyId, stretch, filter }: Asked): Sql {
  const { table, at, seconds, rate, holds } = KINDS[kind];
  return tx`
    select k.id, k.ticket_id, k.queue_id, k.user_id, k.connection_id, k.${tx(at)} as at,
      ${kindNumber(kind)}::int as kind, ${seconds(tx)} as seconds, ${rate(tx)} as rate, ${holds(tx)} as holds
    from ${tx(table)} k
    where k.company_id = ${companyId} and k.${tx(at)} >= ${stretch.from} and k.${tx(at)} < ${stretch.to}
      and ${isWanted(tx, companyId, filter)}`;
}

const isWanted = (
  tx: Tx,
  companyId: number,
  { queue, agent, tag, connection, channel, origin }: ReportFilter,
): Sql => tx`true
  ${queue === undefined ? tx`` : tx`and ${isOne(tx, tx`k.queue_id`, queue)}`}
  ${agent === undefined ? tx`` : tx`and ${isOne(tx, tx`k.user_id`, agent)}`}
  ${tag === undefined ? tx`` : tx`and ${hasTag(tx, companyId, tag)}`}
  ${connection === undefined ? tx`` : tx`and ${isConnection(tx, companyId, connection)}`}
  ${channel === undefined ? tx`` : tx`and ${cameThrough(tx, companyId, channel)}`}
  ${origin === undefined ? tx`` : tx`and ${cameBy(tx, companyId, origin)}`}`;

const isOne = (tx: Tx, column: Sql, key: string): Sql =>
  key === NONE ? tx`${column} is null` : tx`${column} = ${Number(key)}`;

function hasTag(tx: Tx, companyId: number, key: string): Sql {
  const tags = tx`select from ticket_tags g where g.company_id = ${companyId} and g.ticket_id = k.ticket_id`;
  return key === NONE ? tx`not exists (${tags})` : tx`exists (${tags} and g.tag_id = ${Number(key)})`;
}

/** One that is gone took along its name, and by which messenger it was. */
const connections = (tx: Tx, companyId: number) =>
  tx`select c.id from connections c where c.company_id = ${companyId}`;

const isConnection = (tx: Tx, companyId: number, key: string): Sql =>
  key === NONE
    ? tx`k.connection_id not in (${connections(tx, companyId)})`
    : tx`k.connection_id = ${Number(key)}`;

const cameThrough = (tx: Tx, companyId: number, channel: string): Sql =>
  channel === NONE
    ? isConnection(tx, companyId, NONE)
    : tx`k.connection_id in (${connections(tx, companyId)} and c.channel = ${channel})`;

const cameBy = (tx: Tx, companyId: number, origin: string): Sql => tx`exists (
  select from tickets t where t.company_id = ${companyId} and t.id = k.ticket_id
    and ${origin === NONE ? tx`t.referral is null` : tx`t.referral ->> 'source' = ${origin}`})`;
