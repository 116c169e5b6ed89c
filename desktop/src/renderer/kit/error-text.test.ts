import { ERRORS, type ErrorCode } from '@balcao/shared/errors.ts';
import en from '@balcao/shared/i18n/en/errors.json' with { type: 'json' };
import es from '@balcao/shared/i18n/es/errors.json' with { type: 'json' };
import pt from '@balcao/shared/i18n/pt/errors.json' with { type: 'json' };
import i18next from 'i18next';
import { expect, it } from 'vitest';
import { sentenceOf } from './error-text.ts';
import type { TextOf } from './use-texts.ts';

const CODES = Object.keys(ERRORS) as ErrorCode[];

it.each(Object.entries({ pt, en, es }))('every text of an error has its values: %s', async (lng, errors) => {
  const i18n = i18next.createInstance();
  await i18n.init({ lng, resources: { [lng]: { errors } }, interpolation: { escapeValue: false } });
  const t = i18n.t as unknown as TextOf;
  const said = (params: Record<string, string | number>) =>
    CODES.map((code) => sentenceOf(t, (day) => day, code, params));
  // None of a code alone needs a value.
  expect(said({})).toEqual(CODES.map((code) => errors[code]));
  // And every fuller one is said.
  const filled = Object.values(errors).map((text) =>
    text.replace('{{name}}', 'Ana').replace('{{limit}}', '7').replace('{{date}}', '2026-05-10'),
  );
  expect(new Set([...said({}), ...said({ name: 'Ana', limit: 7, date: '2026-05-10' })])).toEqual(
    new Set(filled),
  );
});
