import type { CompanyView, ListedCompany } from '@balcao/shared/features/companies/calls.ts';
import { MAX_COUNTED_MESSAGES } from '@balcao/shared/features/companies/limits.ts';
import type { BusinessHours } from '@balcao/shared/time/business-hours.ts';
import { allowStatements, type Tx } from '../../platform/db/client.ts';
import type { Page } from '../../platform/db/page.ts';
import { type Change, insertInto, updateIn } from '../../platform/db/rows.ts';
import { containing } from '../../platform/db/search.ts';
import { planOf } from '../plans/plans.service.ts';
import { campaignsEnabled } from '../subscription/campaigns-open.ts';

export interface CompanyRecord extends Omit<CompanyView, 'schedules' | 'createdAt'> {
  schedules: BusinessHours | null;
  createdAt: Date;
}

const records = (tx: Tx) => tx`
  select c.id, c.name, c.email, c.phone, c.plan_id, ${planOf(tx)} as plan, c.status, c.due_date, c.recurrence,
    c.grace_days, c.timezone, c.language, c.schedules, c.holidays, c.billing_name, c.address_zip_code, c.address_street,
    c.address_state, c.address_city, c.address_district, c.created_at,
    ${campaignsEnabled(tx, 'c')} as campaigns_enabled
  from companies c left join plans p on p.id = c.plan_id`;

const DELETION_S = 600;

export async function find(tx: Tx, id: number): Promise<CompanyRecord | undefined> {
  const [row] = await tx<CompanyRecord[]>`${records(tx)} where c.id = ${id}`;
  return row;
}

/** Changes of one company happen one after the other. */
export async function lock(tx: Tx, id: number): Promise<void> {
  await tx`select from companies where id = ${id} for update`;
}

/**
 * Lists companies in the order in which they came; `text` is a part of the name or the e-mail, whatever the accents.
 */
export async function list(
  tx: Tx,
  text: string | undefined,
  { offset, limit, after = 0 }: Page<number>,
): Promise<CompanyRecord[]> {
  return tx<CompanyRecord[]>`
    ${records(tx)} where c.id > ${after} ${matching(tx, text)} order by c.id offset ${offset} limit ${limit}`;
}

export interface CompanyUse extends Omit<ListedCompany['use'], 'lastMessageAt'> {
  id: number;
  lastMessageAt: Date | null;
}

/** @param since from when on messages are counted, and until when those before from `before` on */
export async function loadUse(
  tx: Tx,
  ids: readonly number[],
  { since, before }: { since: Date; before: Date },
): Promise<Map<number, CompanyUse>> {
  const rows = await tx<CompanyUse[]>`
    select c.id,
      (select count(*)::int from users u where u.company_id = c.id) as users,
      (select count(*)::int from connections w where w.company_id = c.id) as connections,
      (select count(*)::int from (
        select from messages m where m.company_id = c.id and m.state <> 'local' and m.created_at >= ${since}
        limit ${MAX_COUNTED_MESSAGES}) recent) as messages,
      (select count(*)::int from (
        select from messages m where m.company_id = c.id and m.state <> 'local'
          and m.created_at >= ${before} and m.created_at < ${since}
        limit ${MAX_COUNTED_MESSAGES}) earlier) as messages_before,
      (select m.created_at from messages m where m.company_id = c.id and m.state <> 'local'
        order by m.created_at desc limit 1) as last_message_at
    from companies c where c.id = any (${ids as number[]}::bigint[])`;
  return new Map(rows.map((row) => [row.id, row]));
}

export async function count(tx: Tx, text: string | undefined): Promise<number> {
  const [row] = await tx<{ count: number }[]>`
    select count(*)::int as count from companies c where true ${matching(tx, text)}`;
  return row?.count ?? 0;
}

const matching = (tx: Tx, text: string | undefined) =>
  text ? tx`and plain(c.name || ' ' || c.email) like ${containing(tx, text)}` : tx``;

export type CompanyChange = Change<
  Omit<CompanyRecord, 'id' | 'plan' | 'campaignsEnabled' | 'createdAt'> & {
    recommendedBy: number | null;
    trialExpiration: string | null;
  }
>;

export async function insert(tx: Tx, row: CompanyChange & { name: string }): Promise<number> {
  return insertInto(tx, 'companies', row);
}

export interface FirstAdmin {
  name: string;
  email: string;
  passwordHash: string;
  super?: boolean;
}

export async function insertAdmin(tx: Tx, companyId: number, person: FirstAdmin): Promise<number> {
  return insertInto(tx, 'users', { companyId, ...person, profile: 'admin' });
}

export async function update(tx: Tx, id: number, change: CompanyChange): Promise<void> {
  await updateIn<CompanyChange>(tx, 'companies', { id }, change);
}

/** A history of years takes longer than a statement may. */
export async function remove(tx: Tx, id: number): Promise<void> {
  await allowStatements(tx, DELETION_S);
  await tx`delete from companies where id = ${id}`;
  await tx`insert into removed_companies (id) values (${id})`;
}

export async function setCampaigns(tx: Tx, companyId: number, enabled: boolean): Promise<void> {
  await tx`
    insert into settings (company_id, key, value) values (${companyId}, 'campaignsEnabled', ${String(enabled)})
    on conflict (company_id, key) do update set value = excluded.value
    where settings.value <> excluded.value`;
}

/** Counts from the due date, or from today when there is none; months end where they end. */
export async function advanceDueDate(tx: Tx, id: number, months: number, now: Date): Promise<void> {
  await tx`
    update companies set due_date =
      (coalesce(due_date, (${now}::timestamptz at time zone timezone)::date) + make_interval(months => ${months}))::date
    where id = ${id}`;
}
