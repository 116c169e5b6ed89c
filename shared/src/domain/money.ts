import type { z } from 'zod';
import type { language } from '../fields.ts';
import { LOCALES } from './dates.ts';

type Language = z.output<typeof language>;

/** What the operator may be paid in. All of it is counted in hundredths. */
export const CURRENCIES = [
  'BRL',
  'USD',
  'EUR',
  'AOA',
  'ARS',
  'BOB',
  'COP',
  'MXN',
  'MZN',
  'PEN',
  'UYU',
] as const;
export type Currency = (typeof CURRENCIES)[number];

/** Pix moves nothing else. */
export const PIX_CURRENCY: Currency = 'BRL';

/** @param cents hundredths; 9900 in BRL is R$ 99,00 */
export function formatMoney(cents: number, currency: Currency, said: Language): string {
  const key = `${said} ${currency}`;
  const format = formats.get(key) ?? new Intl.NumberFormat(LOCALES[said], { style: 'currency', currency });
  formats.set(key, format);
  return format.format(cents / 100);
}

/** Making one costs more than drawing a row. */
const formats = new Map<string, Intl.NumberFormat>();
