import { type BusinessHours, DEFAULT_BUSINESS_HOURS } from '@balcao/shared/time/business-hours.ts';
import type { Holiday } from '@balcao/shared/time/holidays.ts';
import type { OpenSpan } from '@balcao/shared/time/open-spans.ts';
import type { Calendar } from '@balcao/shared/time/opening.ts';
import type { Tx } from '../../platform/db/client.ts';

interface DeadlineSet {
  active: boolean;
  openUntil: Date | null;
  now: Date;
}

/** Undefined: the company never had a policy. */
export async function findSet(tx: Tx, companyId: number): Promise<DeadlineSet | undefined> {
  const [found] = await tx<DeadlineSet[]>`
    select active, open_until, now() as now from deadline_sets where company_id = ${companyId}`;
  return found;
}

export async function lockSet(tx: Tx, companyId: number): Promise<DeadlineSet> {
  const [set] = await tx<DeadlineSet[]>`
    insert into deadline_sets (company_id) values (${companyId})
    on conflict (company_id) do update set company_id = excluded.company_id
    returning active, open_until, now() as now`;
  if (!set) throw new Error('deadline set not made');
  return set;
}

/** Of the company (queue 0), and of each queue with hours of its own where those count. */
export async function listCalendars(tx: Tx, companyId: number): Promise<(Calendar & { queueId: number })[]> {
  const rows = await tx<
    { queueId: number; schedules: BusinessHours | null; holidays: Holiday[]; timezone: string }[]
  >`
    select 0::bigint as queue_id, schedules, holidays, timezone from companies where id = ${companyId}
    union all
    select q.id, q.schedules, o.holidays, o.timezone from queues q join companies o on o.id = q.company_id
    where q.company_id = ${companyId} and q.schedules is not null and exists (
      select from settings where company_id = ${companyId} and key = 'scheduleType' and value = 'queue')`;
  return rows.map((row) => ({ ...row, schedules: row.schedules ?? DEFAULT_BUSINESS_HOURS }));
}

export async function replace(
  tx: Tx,
  companyId: number,
  rows: readonly (OpenSpan & { queueId: number })[],
  until: Date,
): Promise<void> {
  const times = (key: 'opens' | 'closes') => rows.map((row) => new Date(row[key]).toISOString());
  await tx`delete from open_hours where company_id = ${companyId}`;
  await tx`
    insert into open_hours (company_id, queue_id, opens, closes, before_s)
    select ${companyId}, * from unnest(${rows.map(({ queueId }) => queueId)}::bigint[], ${times('opens')}::timestamptz[],
      ${times('closes')}::timestamptz[], ${rows.map(({ before }) => before / 1_000)}::float8[])`;
  await tx`update deadline_sets set open_until = ${until} where company_id = ${companyId}`;
}

export async function renewDeadlines(tx: Tx, companyId: number): Promise<void> {
  await tx`select renew_deadlines(${companyId})`;
}

export interface EndingHours {
  companyId: number;
  /** The same. */
  id: number;
}

export function listEnding(tx: Tx, before: Date, limit: number): Promise<EndingHours[]> {
  return tx<EndingHours[]>`
    select company_id, company_id as id from deadline_sets where active and open_until < ${before}
    union
    select company_id, company_id from deadline_sets s where not active and open_until < ${before} and exists (
      select from queues q
      where q.company_id = s.company_id and q.overflow_queue_id is not null and q.overflow_business_hours)
    limit ${limit}`;
}
