import type { Currency } from '@balcao/shared/money/currency.ts';
import type { Language } from '@balcao/shared/text/languages.ts';
import type { Tx } from '../../platform/db/client.ts';
import { OPERATOR } from '../subscription/subscription.ts';

/** Nobody is woken up by a mail about money. Hours of the company's day. */
const FIRST_HOUR = 8;
const LAST_HOUR = 19;
/** A reminder that is later than this, because no server ran, is left out: the next one follows. */
const MAX_LATE_DAYS = 2;
/** Whoever claimed one longer ago has died: sending takes seconds. */
const CLAIM_MINUTES = 5;

export interface DueReminder {
  companyId: number;
  invoiceId: number;
  step: number;
}

export interface Letter extends DueReminder {
  company: string;
  email: string;
  language: Language;
  plan: string;
  valueCents: number;
  currency: Currency;
  dueDate: string;
  daysLate: number;
}

/** Invoices for the company's present due date that nobody has paid; `days_late` on the company's own calendar. */
const open = (tx: Tx, now: Date) => tx`
  invoices i join companies c on c.id = i.company_id and c.due_date = i.due_date
    cross join lateral (select ${now}::timestamptz at time zone c.timezone as at) here
    cross join lateral (select here.at::date - i.due_date as days_late) t
  where i.status = 'open' and i.company_id <> ${OPERATOR} and c.status`;

/** Of each such invoice the last step that it has come to, if no mail has said that yet. */
function due(tx: Tx, now: Date, steps: readonly number[]) {
  const [first = 0, last = 0] = [steps[0], steps.at(-1)];
  const forgotten = new Date(now.getTime() - CLAIM_MINUTES * 60_000);
  return tx`
    select d.*, s.step from (
      select i.company_id, i.id as invoice_id, i.detail as plan, i.value as value_cents, i.currency, i.due_date, c.name as company, c.email,
        c.language, t.days_late, extract(hour from here.at) as hour
      from ${open(tx, now)} and c.email <> ''
        -- A day more on both sides than anywhere on earth, for the index.
        and i.due_date between (${now}::timestamptz at time zone 'UTC')::date - ${last + MAX_LATE_DAYS + 1}::int
          and (${now}::timestamptz at time zone 'UTC')::date - ${first - 1}::int) d
    cross join lateral (
      select max(step) as step from unnest(${[...steps]}::int[]) as step where step <= d.days_late) s
    where d.hour between ${FIRST_HOUR} and ${LAST_HOUR} and d.days_late - s.step <= ${MAX_LATE_DAYS}
      and not exists (select from invoice_reminders r
        where r.company_id = d.company_id and r.invoice_id = d.invoice_id and r.step = s.step
          and (r.sent_at is not null or r.claimed_at > ${forgotten}))`;
}

/** The earliest due date first. @param steps in order */
export async function listDue(
  tx: Tx,
  now: Date,
  steps: readonly number[],
  limit: number,
): Promise<DueReminder[]> {
  return tx<DueReminder[]>`
    select company_id, invoice_id, step from (${due(tx, now, steps)}) l
    order by l.due_date, l.invoice_id limit ${limit}`;
}

/** Nobody else sends it from now on. Undefined when it is not due any more, or somebody else has it. */
export async function claim(
  tx: Tx,
  { companyId, invoiceId, step }: DueReminder,
  now: Date,
  steps: readonly number[],
): Promise<Letter | undefined> {
  // One after the other: the second finds it claimed.
  await tx`select from invoices where company_id = ${companyId} and id = ${invoiceId} for update`;
  const [letter] = await tx<Letter[]>`
    select company_id, invoice_id, step, company, email, language, plan, value_cents, currency, due_date::text, days_late
    from (${due(tx, now, steps)}) l
    where l.company_id = ${companyId} and l.invoice_id = ${invoiceId} and l.step = ${step}`;
  if (!letter) return undefined;
  await tx`
    insert into invoice_reminders (company_id, invoice_id, step, claimed_at)
    values (${companyId}, ${invoiceId}, ${step}, ${now})
    on conflict (company_id, invoice_id, step) do update set claimed_at = excluded.claimed_at`;
  return letter;
}

/** @param sentAt null: it could not be sent, and may be tried again at once */
export async function settle(
  tx: Tx,
  { companyId, invoiceId, step }: DueReminder,
  sentAt: Date | null,
): Promise<void> {
  await tx`
    update invoice_reminders set sent_at = ${sentAt}, claimed_at = null
    where company_id = ${companyId} and invoice_id = ${invoiceId} and step = ${step}`;
}

/** The company's invoice that is due in at most so many days, or was. */
export async function findNear(
  tx: Tx,
  companyId: number,
  now: Date,
  days: number,
): Promise<{ invoiceId: number; company: string; daysLate: number } | undefined> {
  const [row] = await tx<{ invoiceId: number; company: string; daysLate: number }[]>`
    select i.id as invoice_id, c.name as company, t.days_late
    from ${open(tx, now)} and i.company_id = ${companyId} and t.days_late >= ${0 - days}`;
  return row;
}
