import type { Actor } from '@balcao/shared/contract/roles.ts';
import type { InvoiceView } from '@balcao/shared/features/invoices/calls.ts';
import type { Language } from '@balcao/shared/text/languages.ts';
import type { Tx } from '../../platform/db/client.ts';
import * as invoices from '../invoices/invoices.service.ts';
import * as repo from './reminders.repo.ts';
import { readReminderSettings, write } from './settings.service.ts';

/**
 * What the company is to be reminded of now: from the day of the first mail before the due date until it is paid. Null
 * when there is nothing.
 */
export async function findReminder(
  tx: Tx,
  actor: Actor,
  language: Language,
  now: Date,
): Promise<{ invoice: InvoiceView; text: string } | null> {
  const settings = await readReminderSettings(tx);
  const near = await repo.findNear(tx, actor.companyId, now, settings.before[0] ?? 0);
  if (!near) return null;
  const {
    company: _company,
    receiverName: _receiver,
    ...invoice
  } = await invoices.get(tx, actor, near.invoiceId);
  const { detail: plan, value: valueCents, currency, dueDate } = invoice;
  const { subject } = write(settings, language, { ...near, plan, valueCents, currency, dueDate, link: '' });
  return { invoice, text: subject };
}
