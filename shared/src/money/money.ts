import type { z } from 'zod';
import type { language } from '../contract/fields.ts';
import { LOCALES } from '../time/dates.ts';
import type { Currency } from './currency.ts';

type Language = z.output<typeof language>;

/** @param cents hundredths; 9900 in BRL is R$ 99,00 */
export function formatMoney(cents: number, currency: Currency, said: Language): string {
  const key = `${said} ${currency}`;
  const format = formats.get(key) ?? new Intl.NumberFormat(LOCALES[said], { style: 'currency', currency });
  formats.set(key, format);
  return format.format(cents / 100);
}

/** Making one costs more than drawing a row. */
const formats = new Map<string, Intl.NumberFormat>();
