import { type SettingKey, settingRule } from '@balcao/shared/features/settings/rules.ts';

/** The options of the company that say how it speaks of its customers' data. */
const KEYS = [
  'privacyPage',
  'privacyWords',
  'privacyContact',
  'privacyNotice',
  'privacyNoticeText',
] as const satisfies readonly SettingKey[];

export type PrivacyValues = Record<(typeof KEYS)[number], string>;

export function valuesOf(settings: readonly { key: SettingKey; value: string }[]): PrivacyValues {
  const known = new Map(settings.map(({ key, value }) => [key, value]));
  return Object.fromEntries(
    KEYS.map((key) => [key, known.get(key) ?? settingRule(key).initial]),
  ) as PrivacyValues;
}

/** The text before what leads to it: nobody is told of what is not there yet. */
const IN_ORDER = KEYS.toReversed();

export const changesOf = (values: PrivacyValues, before: PrivacyValues) =>
  IN_ORDER.filter((key) => values[key] !== before[key]).map((key) => ({ key, value: values[key].trim() }));
