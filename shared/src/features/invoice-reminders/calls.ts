import { z } from 'zod';
import { route } from '../../contract/call.ts';
import { language } from '../../contract/fields.ts';
import { invoice } from '../invoices/row.ts';
import { REMINDERS } from './rules.ts';

/** When and how companies are reminded of what they owe. */

const days = (min: number) =>
  z
    .array(z.int().min(min).max(REMINDERS.days))
    .max(REMINDERS.count)
    .refine((all) => new Set(all).size === all.length)
    .transform((all) => all.toSorted((a, b) => b - a));
/** A mail's subject is one line. */
const subject = z
  .string()
  .trim()
  .max(150)
  .regex(/^[^\r\n]*$/);
/** Whoever reads it has to find where to pay. */
const text = z
  .string()
  .trim()
  .max(4_000)
  .refine((said) => said === '' || said.includes('{{link}}'));
const words = z.object({ subject, text });
const texts = z.object({ before: words, after: words });

const reminderSettings = z.object({
  /** So many days before the due date; 0: on the day itself. The earliest first. */
  before: days(0),
  /** So many days after it. The latest first. */
  after: days(1),
  /** What the operator says instead of the default, which an empty text leaves. */
  texts: z.object({ pt: texts, en: texts, es: texts }),
});
export type ReminderSettings = z.output<typeof reminderSettings>;

/** The same, and whether this server sends mails at all: without, the console alone reminds. */
const shown = reminderSettings.extend({ sendsMail: z.boolean() });
export type ShownReminderSettings = z.output<typeof shown>;

export const getReminderSettings = route({
  method: 'GET',
  path: '/reminder-settings',
  access: 'payments:manage',
  screen: true,
  rows: 'system',
  response: shown,
});

export const saveReminderSettings = route({
  method: 'PUT',
  path: '/reminder-settings',
  access: 'payments:manage',
  screen: true,
  rows: 'system',
  body: reminderSettings.partial(),
  response: shown,
});

/** The invoice that the company is to be reminded of now, in the words of the console's language. */
export const getReminder = route({
  method: 'GET',
  path: '/invoices/reminder',
  access: 'subscription:view',
  screen: true,
  rows: 'system',
  query: z.object({ language }),
  response: z.object({ reminder: z.object({ invoice, text: z.string() }).nullable() }),
});
