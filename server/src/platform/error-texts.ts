import type { ErrorCode } from '@balcao/shared/errors.ts';
import { FEATURE_ENTRIES } from '@balcao/shared/features.ts';
import type { Language } from '@balcao/shared/text/languages.ts';
import { readFeatureTexts } from './feature-texts.ts';

/** Texts by code, and by code with a form (`ERR_OTHER_OPEN_TICKET_named`) for the fuller ones. */
export type ErrorTexts = Readonly<Record<ErrorCode, string>>;

/** The sentences of all errors in one language, from the texts of the features that declare them. */
export function readErrorTexts(language: Language): ErrorTexts {
  const texts = FEATURE_ENTRIES.filter(([, { errors }]) => errors).map(
    ([name]) => readFeatureTexts(name, language).errors as Partial<ErrorTexts>,
  );
  return Object.assign({}, ...texts);
}
