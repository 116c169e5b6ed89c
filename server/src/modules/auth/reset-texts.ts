import en from '@balcao/shared/features/auth/reset/en.json' with { type: 'json' };
import es from '@balcao/shared/features/auth/reset/es.json' with { type: 'json' };
import pt from '@balcao/shared/features/auth/reset/pt.json' with { type: 'json' };
import type { Language } from '@balcao/shared/text/languages.ts';
import { type ErrorTexts, readErrorTexts } from '../../platform/error-texts.ts';

const TEXTS = { pt, en, es };
const ERRORS = { pt: readErrorTexts('pt'), en: readErrorTexts('en'), es: readErrorTexts('es') };

export const resetTexts = (language: Language): typeof pt => TEXTS[language];
export const errorTexts = (language: Language): ErrorTexts => ERRORS[language];

/** Puts values in the places of their names. */
export function fill(template: string, values: Record<string, string | number>): string {
  return template.replaceAll(/\{\{(\w+)\}\}/g, (whole, name: string) => String(values[name] ?? whole));
}
