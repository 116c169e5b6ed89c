import type { RetentionNight, RetentionRule } from '@balcao/shared/features/retention/calls.ts';
import type { RetentionKind } from '@balcao/shared/features/retention/kinds.ts';
import type { Place } from '../../platform/db/aging.ts';
import type { Tx } from '../../platform/db/client.ts';

/** The hours of a company's night in which things go, of its own clock: from the first, and before the last. */
const HOURS = [1, 5] as const;
const NIGHTS_SHOWN = 30;

export type StoredRule = RetentionRule & { months: number };

export const listRules = (tx: Tx, companyId: number): Promise<StoredRule[]> =>
  tx<StoredRule[]>`select kind, months from retention_rules where company_id = ${companyId}`;

/** Nobody else sets it until the end of the transaction. @returns what it was */
export async function lockRule(tx: Tx, companyId: number, kind: RetentionKind): Promise<number | null> {
  const [rule] = await tx<{ months: number }[]>`
    select months from retention_rules where company_id = ${companyId} and kind = ${kind} for update`;
  return rule?.months ?? null;
}

export async function setRule(
  tx: Tx,
  companyId: number,
  kind: RetentionKind,
  months: number | null,
): Promise<void> {
  if (months === null)
    await tx`delete from retention_rules where company_id = ${companyId} and kind = ${kind}`;
  else
    await tx`
      insert into retention_rules (company_id, kind, months) values (${companyId}, ${kind}, ${months})
      on conflict (company_id, kind) do update set months = excluded.months`;
}

/** The day of the next night, on the company's calendar: the one that is under way, or the coming one. */
export async function nextNight(tx: Tx, companyId: number, now: Date): Promise<string> {
  const [row] = await tx<{ day: string }[]>`
    select (${now}::timestamptz at time zone timezone - make_interval(hours => ${HOURS[1]}))::date + 1 as day
    from companies where id = ${companyId}`;
  if (!row) throw new Error('the company is gone');
  return row.day;
}

/** What is older than this instant is older than so many months in that night. */
export async function beginningOf(tx: Tx, companyId: number, night: string, months: number): Promise<string> {
  const [row] = await tx<{ before: string }[]>`
    select ((${night}::date - make_interval(months => ${months}))::timestamp at time zone timezone)::text as before
    from companies where id = ${companyId}`;
  if (!row) throw new Error('the company is gone');
  return row.before;
}

export interface DueNight {
  companyId: number;
  /** The company's. */
  id: number;
  /** YYYY-MM-DD. */
  night: string;
}

/** Companies that let something go, in whose night it is, and that are not through with it. */
export const listDue = (tx: Tx, now: Date, limit: number): Promise<DueNight[]> =>
  tx<DueNight[]>`
    select c.id as company_id, c.id, (${now}::timestamptz at time zone c.timezone)::date as night
    from companies c
    where extract(hour from ${now}::timestamptz at time zone c.timezone) >= ${HOURS[0]}
      and extract(hour from ${now}::timestamptz at time zone c.timezone) < ${HOURS[1]}
      and exists (select from retention_rules r where r.company_id = c.id)
      and not exists (
        select from retention_nights n where n.company_id = c.id and n.ended_at is not null
          and n.night = (${now}::timestamptz at time zone c.timezone)::date)
    order by c.id limit ${limit}`;

/** How far a night has come. */
export interface Progress {
  kind: RetentionKind | null;
  place: Place | null;
}

/** Where the night goes on; the first time it begins it. */
export async function beginNight(tx: Tx, companyId: number, night: string): Promise<Progress> {
  await tx`
    insert into retention_nights (company_id, night, bytes_before, rows_before)
    select ${companyId}, ${night}, ${bytes(tx, companyId)}, ${rowBytes(tx, companyId)}
    where not exists (select from retention_nights where company_id = ${companyId} and night = ${night})
    on conflict do nothing`;
  const [progress] = await tx<Progress[]>`
    select kind, place from retention_nights where company_id = ${companyId} and night = ${night}`;
  return progress ?? { kind: null, place: null };
}

/** One has had its turn. @param gone how many went with it; null: it could not be let go */
export async function noteTurn(
  tx: Tx,
  { companyId, night }: DueNight,
  { kind, place }: { kind: RetentionKind; place: Place },
  gone: number | null,
): Promise<void> {
  await tx`
    update retention_nights set kind = ${kind}, place = ${JSON.stringify(place)}::text::jsonb,
      failed = failed + ${gone === null ? 1 : 0},
      gone = gone || jsonb_build_object(${kind}::text, coalesce((gone ->> ${kind}::text)::int, 0) + ${gone ?? 0}::int)
    where company_id = ${companyId} and night = ${night}`;
}

export async function endNight(tx: Tx, { companyId, night }: DueNight, at: Date): Promise<void> {
  await tx`
    update retention_nights set ended_at = ${at}, bytes_after = ${bytes(tx, companyId)},
      rows_after = ${rowBytes(tx, companyId)}
    where company_id = ${companyId} and night = ${night} and ended_at is null`;
}

/** Of the company's files, but for those that nothing has any more: a job takes them within minutes. */
const bytes = (tx: Tx, companyId: number) => tx`(
  select coalesce(sum(size), 0)::bigint from media m where company_id = ${companyId} and state = 'stored'
    and not exists (
      select from media_let_go l where l.company_id = m.company_id and l.media_id = m.id and l.at <= now()))`;

/** The tables in which almost all of it lies. */
const LARGE = ['messages', 'tickets', 'chat_messages', 'audit_log', 'deliveries', 'token_calls'];
/** Of a table that the database has not counted yet. */
const ROW_BYTES = 500;

/**
 * What a company's rows take, indexes included: about, since rows differ. What the database gives back to the disk is another
 * matter: it writes other rows there first.
 */
const rowBytes = (tx: Tx, companyId: number) => {
  const [first, ...others] = LARGE.map(
    (name) => tx`
      select count(*) * (
        select case when reltuples > 0 then pg_total_relation_size(oid) / reltuples else ${ROW_BYTES}::int end
        from pg_class where oid = ${name}::regclass) as bytes
      from ${tx(name)} where company_id = ${companyId}`,
  );
  return tx`(
    select sum(bytes)::bigint from (${others.reduce((all, one) => tx`${all} union all ${one}`, first ?? tx``)}) tables)`;
};

export type StoredNight = Omit<RetentionNight, 'endedAt'> & { endedAt: Date | null };

export const listNights = (tx: Tx, companyId: number): Promise<StoredNight[]> =>
  tx<StoredNight[]>`
    select night, ended_at, gone, failed, bytes_before, bytes_after, rows_before, rows_after
    from retention_nights
    where company_id = ${companyId} order by night desc limit ${NIGHTS_SHOWN}`;
