import type { MailedPeriod } from '@balcao/shared/features/reports/measures.ts';
import { rolesOf } from '@balcao/shared/permissions.ts';
import type { Language } from '@balcao/shared/text/languages.ts';
import type { Tx } from '../../platform/db/client.ts';
import type { Reader } from './reports.repo.ts';

/** Mail arrives when work begins. The hour of the company's day. */
const MORNING_HOUR = 8;

export interface DueReport extends Reader {
  period: MailedPeriod;
  /** Of the days that it tells of, both included. */
  firstDay: string;
  lastDay: string;
  company: string;
  email: string;
  language: Language;
}

/** The newest report of each period that its reader has not been sent, also when no server ran on its morning. */
const due = (tx: Tx, now: Date) => tx`
  select s.company_id, s.user_id, s.period, s.language, u.email, c.name as company, d.first_day, d.day - 1 as last_day
  from report_subscriptions s
  join users u on u.company_id = s.company_id and u.id = s.user_id
  join companies c on c.id = s.company_id
  cross join lateral (select timezone(c.timezone, ${now}::timestamptz) as at) here
  cross join lateral (
    select date_trunc(s.period, here.at)::date as day,
      (date_trunc(s.period, here.at) - ('1 ' || s.period)::interval)::date as first_day) d
  cross join lateral (select d.day + make_interval(hours => ${MORNING_HOUR}) as at) morning
  where here.at >= morning.at
    and timezone(c.timezone, s.since) < morning.at
    and u.profile = any (${[...rolesOf('dashboard:view')]}::text[])
    and not exists (select from report_mails m
      where m.company_id = s.company_id and m.user_id = s.user_id and m.period = s.period and m.first_day = d.first_day)`;

export async function listDue(tx: Tx, now: Date, limit: number): Promise<DueReport[]> {
  return tx<DueReport[]>`
    select * from (${due(tx, now)}) l
    order by company_id, user_id, period limit ${limit}`;
}

/** Nobody else sends it from now on. @returns false when it is not due any more, or somebody else has it */
export async function claim(
  tx: Tx,
  { companyId, userId, period, firstDay }: DueReport,
  now: Date,
): Promise<boolean> {
  const { count } = await tx`
    insert into report_mails (company_id, user_id, period, first_day, claimed_at)
    select company_id, user_id, period, first_day, ${now} from (${due(tx, now)}) l
    where l.company_id = ${companyId} and l.user_id = ${userId} and l.period = ${period}
      and l.first_day = ${firstDay}::date
    on conflict do nothing`;
  return count > 0;
}

const isThis = (tx: Tx, { companyId, userId, period, firstDay }: DueReport) => tx`
  company_id = ${companyId} and user_id = ${userId} and period = ${period} and first_day = ${firstDay}::date`;

export async function noteSent(tx: Tx, one: DueReport, at: Date): Promise<void> {
  await tx`update report_mails set sent_at = ${at} where ${isThis(tx, one)}`;
}

/** It did not go, for sure: it is due again. */
export async function giveBack(tx: Tx, one: DueReport): Promise<void> {
  await tx`delete from report_mails where ${isThis(tx, one)}`;
}
