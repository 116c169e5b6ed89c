import type { Tx } from '../../platform/db/client.ts';
import type { End, Wish } from './lines.ts';

/** How many lines are written at once. */
const AT_ONCE = 500;

export interface KnownEnd extends End {
  /** The next line comes after all that stand there, whatever they say. */
  passesOver: boolean;
  /** Since when, when last and why no line could be written. */
  failedSince: Date | null;
  failedAt: Date | null;
  failure: string | null;
}

const end = (tx: Tx) =>
  tx`select line, signature, passes_over, failed_since, failed_at, failure from wish_log`;

/** Until where this database knows the lines. */
export async function readEnd(tx: Tx): Promise<KnownEnd> {
  const [row] = (await end(tx)) as unknown as KnownEnd[];
  if (!row) throw new Error('unreachable');
  return row;
}

/** Nobody else writes lines until the end of the transaction. */
export async function lockEnd(tx: Tx): Promise<KnownEnd> {
  const [row] = (await tx`${end(tx)} for update`) as unknown as KnownEnd[];
  if (!row) throw new Error('unreachable');
  return row;
}

export async function moveEnd(tx: Tx, { line, signature }: End): Promise<void> {
  await tx`update wish_log set line = ${line}, signature = ${signature}, passes_over = false`;
}

/** The place of the lines is there, and takes them. */
export async function noteWell(tx: Tx): Promise<void> {
  await tx`
    update wish_log set failed_since = null, failed_at = null, failure = null where failed_at is not null`;
}

export async function noteFailure(tx: Tx, at: Date, reason: string): Promise<void> {
  await tx`
    update wish_log set failed_since = coalesce(failed_since, ${at}), failed_at = ${at}, failure = ${reason}`;
}

export async function passOver(tx: Tx): Promise<void> {
  await tx`update wish_log set passes_over = true`;
}

/** Companies with wishes that wait. */
export const listCompanies = (tx: Tx, limit: number): Promise<{ companyId: number }[]> =>
  tx<{ companyId: number }[]>`select distinct company_id from wishes order by company_id limit ${limit}`;

/** The oldest of a company in their order, which wait no more. */
export const takeWaiting = (tx: Tx, companyId: number): Promise<Wish[]> =>
  tx<Wish[]>`
    with taken as (
      delete from wishes where company_id = ${companyId} and id in (
        select id from wishes where company_id = ${companyId} order by at limit ${AT_ONCE})
      returning *)
    select id, company_id as company, kind, at, said_by, contacts,
      array(select encode(hash, 'hex') from unnest(hashes) as hash) as hashes
    from taken order by at`;

/** Which of these wait here: what they say is so already. */
export async function waitingAmong(tx: Tx, wishes: readonly Wish[]): Promise<Set<string>> {
  const rows = await tx<{ id: string }[]>`
    select id from wishes where id = any (${wishes.map(({ id }) => id)}::uuid[])`;
  return new Set(rows.map(({ id }) => id));
}

/** Which of these companies are here. */
export async function existing(tx: Tx, companyIds: readonly number[]): Promise<Set<number>> {
  const rows = await tx<{ id: number }[]>`
    select id from companies where id = any (${companyIds as number[]}::bigint[])`;
  return new Set(rows.map(({ id }) => id));
}

/** They stand beside the backups. @returns how many of them were waiting */
export async function forget(tx: Tx, wishes: readonly Wish[]): Promise<number> {
  const gone = await tx`delete from wishes where id = any (${wishes.map(({ id }) => id)}::uuid[])`;
  return gone.count;
}

/** Since when one waits; null: none does. */
export async function waitsSince(tx: Tx): Promise<Date | null> {
  const [row] = await tx<{ at: Date | null }[]>`select min(at) as at from wishes`;
  return row?.at ?? null;
}

/** Whether a restore is known of, whose wishes are not done again yet. */
export async function isDue(tx: Tx): Promise<boolean> {
  return (await tx`select from restores where wishes_due limit 1`).count > 0;
}

export async function noteDone(tx: Tx): Promise<void> {
  await tx`update restores set wishes_due = false where wishes_due`;
}

/** What one address is to be: the last word on it. */
export interface OptOut {
  hash: string;
  isOut: boolean;
  at: Date;
  saidBy: Wish['saidBy'];
  /** What is known to be one person's. */
  person: string;
}

/** Nothing that this transaction does is a wish of its own. */
export async function mute(tx: Tx): Promise<void> {
  await tx`select set_config('app.wishes_muted', 'on', true)`;
}

/**
 * Contacts follow the last word on any of their addresses; what no contact has is kept by its hash, or kept no more.
 *
 * @returns how many contacts are otherwise now
 */
export async function redoOptOuts(tx: Tx, companyId: number, given: readonly OptOut[]): Promise<number> {
  const [row] = await tx<{ count: number }[]>`
    with given as materialized (
      select decode(hash, 'hex') as hash, "isOut" as is_out, at, "saidBy" as said_by, person
      from json_to_recordset(${JSON.stringify(given)}::text::json)
        as one (hash text, "isOut" boolean, at timestamptz, "saidBy" text, person uuid)),
    named as materialized (
      select i.contact_id, g.* from contact_identities i
      join given g on g.hash = address_hash(i.company_id, i.kind, i.value) where i.company_id = ${companyId}),
    met as (select distinct on (contact_id) * from named order by contact_id, at desc),
    changed as (
      update contacts c
      set opted_out_at = case when m.is_out then m.at end, opted_out_by = case when m.is_out then m.said_by end,
        updated_at = now()
      from met m
      where c.company_id = ${companyId} and c.id = m.contact_id and (c.opted_out_at is not null) <> m.is_out
      returning c.id),
    kept as (
      insert into opt_outs (company_id, hash, person, opted_out_at, opted_out_by)
      select ${companyId}, hash, person, at, said_by from given g
      where is_out and not exists (select from named n where n.hash = g.hash)
      on conflict do nothing),
    kept_no_more as (
      delete from opt_outs o using given g where o.company_id = ${companyId} and o.hash = g.hash and not g.is_out)
    select count(*)::int as count from changed`;
  return row?.count ?? 0;
}
