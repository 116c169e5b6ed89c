import { readFileSync } from 'node:fs';
import type { ErrorCode } from '@balcao/shared/errors.ts';
import { FEATURES } from '@balcao/shared/features.ts';
import type { Language } from '@balcao/shared/text/languages.ts';

/** By code, and by code with a form (`ERR_OTHER_OPEN_TICKET_named`) for the fuller ones. */
export type ErrorTexts = Readonly<Record<ErrorCode, string>>;

/** The sentences of all errors in one language, from the texts of the features that declare them. */
export function readErrorTexts(language: Language): ErrorTexts {
  const texts = Object.keys(FEATURES).map((name) => {
    const file = new URL(import.meta.resolve(`@balcao/shared/i18n/${language}/${name}.json`));
    return (JSON.parse(readFileSync(file, 'utf8')) as { errors: Partial<ErrorTexts> }).errors;
  });
  return Object.assign({}, ...texts);
}
