import type { z } from 'zod';
import type { language } from '../contract/fields.ts';

type Language = z.output<typeof language>;

const IN_NUMBERS = { day: '2-digit', month: '2-digit', year: 'numeric' } as const;

/** The locale whose habits each language follows. */
export const LOCALES: Record<Language, string> = { pt: 'pt-BR', en: 'en-US', es: 'es-ES' };

/** How a language writes a day. English names the month: its readers take the numbers alone in two orders. */
export const DAY_STYLES: Record<Language, Intl.DateTimeFormatOptions> = {
  pt: IN_NUMBERS,
  en: { day: 'numeric', month: 'short', year: 'numeric' },
  es: IN_NUMBERS,
};
