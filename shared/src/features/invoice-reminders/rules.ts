import type { z } from 'zod';
import type { language } from '../../contract/fields.ts';
import type { Currency } from '../../money/currency.ts';
import { formatMoney } from '../../money/money.ts';
import { DAY_STYLES, LOCALES } from '../../time/dates.ts';

/** How companies are reminded of an invoice, before its due date and after. */

type Language = z.output<typeof language>;

/** Days between the due date and a reminder, at most; as many reminders before and after as that. */
export const REMINDERS = { days: 60, count: 6 } as const;

export const REMINDER_KINDS = ['before', 'after'] as const;
export type ReminderKind = (typeof REMINDER_KINDS)[number];

/** The text of a mail; its subject is also what the console says. Empty: the default one. */
export interface ReminderText {
  subject: string;
  text: string;
}

/** What stands for a fact in the texts, like `{{company}}`. */
export const REMINDER_VARIABLES = ['company', 'plan', 'value', 'dueDate', 'when', 'link'] as const;

export type ReminderFacts = Record<(typeof REMINDER_VARIABLES)[number], string>;

/** What a reminder is about. @property daysLate past the due date on the company's calendar; negative before it */
export interface Reminded {
  company: string;
  plan: string;
  valueCents: number;
  currency: Currency;
  dueDate: string;
  daysLate: number;
  link: string;
}

/** @param said the language's own words: `in 3 days`, `tomorrow`, `yesterday` */
export function reminderFacts(about: Reminded, said: Language): ReminderFacts {
  const { company, plan, valueCents, currency, dueDate, daysLate, link } = about;
  const day = new Intl.DateTimeFormat(LOCALES[said], { ...DAY_STYLES[said], timeZone: 'UTC' });
  // Minus zero would be a day ago.
  const when = new Intl.RelativeTimeFormat(LOCALES[said], { numeric: 'auto' }).format(0 - daysLate, 'day');
  return {
    company,
    plan,
    value: formatMoney(valueCents, currency, said),
    dueDate: day.format(new Date(`${dueDate}T00:00:00Z`)),
    when,
    link,
  };
}

export const kindOf = (daysLate: number): ReminderKind => (daysLate > 0 ? 'after' : 'before');
