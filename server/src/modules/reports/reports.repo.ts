import type { MailedPeriod } from '@balcao/shared/features/reports/measures.ts';
import type { Language } from '@balcao/shared/text/languages.ts';
import type { Tx } from '../../platform/db/client.ts';

export async function findTimezone(tx: Tx, companyId: number): Promise<string> {
  const [place] = await tx<{ timezone: string }[]>`select timezone from companies where id = ${companyId}`;
  if (!place) throw new Error('no such company');
  return place.timezone;
}

/** A person of a company. */
export interface Reader {
  companyId: number;
  userId: number;
}

export interface Mailing {
  /** Of the person. */
  id: number;
  email: string;
  periods: MailedPeriod[];
  /** Null: nothing is mailed. */
  language: Language | null;
}

export async function findMailing(tx: Tx, { companyId, userId }: Reader): Promise<Mailing> {
  const [mailing] = await tx<Mailing[]>`
    select u.id::float8, u.email, coalesce(jsonb_agg(s.period order by s.period desc) filter (where s.period is not null), '[]') as periods,
      max(s.language) as language
    from users u left join report_subscriptions s on s.company_id = u.company_id and s.user_id = u.id
    where u.company_id = ${companyId} and u.id = ${userId} group by u.id, u.email`;
  if (!mailing) throw new Error('no such person');
  return mailing;
}

/** Those that go on keep their beginning. */
export async function saveMailing(
  tx: Tx,
  { companyId, userId }: Reader,
  { periods, language }: { periods: readonly MailedPeriod[]; language: Language },
  now: Date,
): Promise<void> {
  await tx`
    delete from report_subscriptions
    where company_id = ${companyId} and user_id = ${userId} and period <> all (${[...periods]}::text[])`;
  await tx`
    insert into report_subscriptions (company_id, user_id, period, language, since)
    select ${companyId}, ${userId}, period, ${language}, ${now} from unnest(${[...periods]}::text[]) as period
    on conflict (company_id, user_id, period) do update set language = excluded.language`;
}
