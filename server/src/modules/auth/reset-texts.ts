import type { Language } from '@balcao/shared/bridge/methods.ts';
import enErrors from '@balcao/shared/i18n/en/errors.json' with { type: 'json' };
import en from '@balcao/shared/i18n/en/reset.json' with { type: 'json' };
import esErrors from '@balcao/shared/i18n/es/errors.json' with { type: 'json' };
import es from '@balcao/shared/i18n/es/reset.json' with { type: 'json' };
import ptErrors from '@balcao/shared/i18n/pt/errors.json' with { type: 'json' };
import pt from '@balcao/shared/i18n/pt/reset.json' with { type: 'json' };

const TEXTS = { pt, en, es };
const ERRORS = { pt: ptErrors, en: enErrors, es: esErrors };

export const resetTexts = (language: Language): typeof pt => TEXTS[language];
export const errorTexts = (language: Language): typeof ptErrors => ERRORS[language];

/** Puts values in the places of their names. */
export function fill(template: string, values: Record<string, string | number>): string {
  return template.replaceAll(/\{\{(\w+)\}\}/g, (whole, name: string) => String(values[name] ?? whole));
}
