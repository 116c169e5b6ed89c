import en from './en.json' with { type: 'json' };
import es from './es.json' with { type: 'json' };
import pt from './pt.json' with { type: 'json' };
import type { ReminderFacts, ReminderKind, ReminderText } from './rules.ts';

/** What reminders say as long as the operator has no other words. */
export const DEFAULT_REMINDERS = { pt, en, es } satisfies Record<string, Record<ReminderKind, ReminderText>>;

/** Puts the facts in the places of their names; a name that is none stays as it is written. */
export const fillReminder = (template: string, facts: Partial<ReminderFacts>): string =>
  template.replaceAll(
    /\{\{\s*(\w+)\s*\}\}/g,
    (whole, name: string) => facts[name as keyof ReminderFacts] ?? whole,
  );
