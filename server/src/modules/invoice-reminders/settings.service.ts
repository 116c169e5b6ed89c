import type { Actor } from '@balcao/shared/contract/roles.ts';
import type { ReminderSettings } from '@balcao/shared/features/invoice-reminders/calls.ts';
import { DEFAULT_REMINDERS, fillReminder } from '@balcao/shared/features/invoice-reminders/reminder-texts.ts';
import {
  kindOf,
  type Reminded,
  type ReminderText,
  reminderFacts,
} from '@balcao/shared/features/invoice-reminders/rules.ts';
import type { Tx } from '../../platform/db/client.ts';
import type { Change } from '../../platform/db/rows.ts';
import { recordChange } from '../audit/audit.service.ts';
import type { Audited } from '../audit/audit-record.ts';
import * as repo from './settings.repo.ts';

/** When companies are reminded, and in which words. They belong to the platform, not to a company. */

const NOTHING: ReminderText = { subject: '', text: '' };
const SILENT = { before: NOTHING, after: NOTHING };

export async function readReminderSettings(tx: Tx): Promise<ReminderSettings> {
  const { before, after, texts } = (await repo.find(tx)) ?? { before: [5, 1], after: [5, 1], texts: {} };
  return { before, after, texts: { pt: SILENT, en: SILENT, es: SILENT, ...texts } };
}

/** What is absent stays as it is. */
export async function saveReminderSettings(
  tx: Tx,
  actor: Actor,
  change: Change<ReminderSettings>,
): Promise<ReminderSettings> {
  await repo.lock(tx);
  const before = await readReminderSettings(tx);
  await repo.update(tx, change);
  const after = await readReminderSettings(tx);
  const id = actor.companyId;
  await recordChange(tx, actor, AUDITED, { id, ...before }, { id, ...after });
  return after;
}

/** There is one set of them: the log names it by the operator's company. */
const AUDITED: Audited<ReminderSettings & { id: number }> = {
  entity: 'reminderSettings',
  name: () => '',
  fields: ({ id: _id, ...settings }) => settings,
};

/** In days past the due date; negative before it. The earliest first. */
export const stepsOf = ({ before, after }: ReminderSettings): number[] =>
  [...before.map((days) => 0 - days), ...after].toSorted((a, b) => a - b);

/** What is said of an invoice: the operator's words, or where there are none the default ones. */
export function write(
  { texts }: ReminderSettings,
  language: keyof ReminderSettings['texts'],
  about: Reminded,
): ReminderText {
  const kind = kindOf(about.daysLate);
  const [own, usual] = [texts[language][kind], DEFAULT_REMINDERS[language][kind]];
  const facts = reminderFacts(about, language);
  return {
    subject: fillReminder(own.subject || usual.subject, facts),
    text: fillReminder(own.text || usual.text, facts),
  };
}
