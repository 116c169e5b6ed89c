import { ERRORS, type ErrorCode } from '@balcao/shared/errors.ts';
import { FEATURES } from '@balcao/shared/features.ts';
import { LANGUAGES } from '@balcao/shared/text/languages.ts';
import i18next, { type ResourceLanguage } from 'i18next';
import { expect, it } from 'vitest';
import { sentenceOf } from './error-text.ts';
import { textsIn } from './i18n.ts';
import type { TextOf } from './use-texts.ts';

const CODES = Object.keys(ERRORS) as ErrorCode[];
const RESOURCES: Record<string, ResourceLanguage> = Object.fromEntries(
  await Promise.all(LANGUAGES.map(async (language) => [language, await textsIn(language)] as const)),
);

/** The sentences of all features, by code and form. Some features have no texts. */
const sentencesOf = (texts: ResourceLanguage): Record<string, string> =>
  Object.assign(
    {},
    ...Object.keys(FEATURES).map((name) => (texts[name] as { errors?: object } | undefined)?.errors),
  );

it.each(Object.entries(RESOURCES))('every text of an error has its values: %s', async (lng, texts) => {
  const errors = sentencesOf(texts);
  const i18n = i18next.createInstance();
  await i18n.init({ lng, resources: RESOURCES, interpolation: { escapeValue: false } });
  const t = i18n.t as unknown as TextOf;
  const said = (params: Record<string, string | number>) =>
    CODES.map((code) => sentenceOf(t, (day) => day, code, params));
  // None of a code alone needs a value.
  expect(said({})).toEqual(CODES.map((code) => errors[code]));
  // Every fuller text is shown.
  const filled = Object.values(errors).map((text) =>
    text
      .replace('{{name}}', 'Ana')
      .replace('{{limit}}', '7')
      .replace('{{date}}', '2026-05-10')
      .replace('{{tried}}', 'https://localhost'),
  );
  const values = { name: 'Ana', limit: 7, date: '2026-05-10', tried: 'https://localhost' };
  expect(new Set([...said({}), ...said(values)])).toEqual(new Set(filled));
});
