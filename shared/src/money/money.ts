import type { z } from 'zod';
import type { language } from '../contract/fields.ts';
import { LOCALES } from '../time/dates.ts';
import type { Currency } from './currency.ts';

type Language = z.output<typeof language>;

/** @param cents hundredths; 9900 in BRL is R$ 99,00 */
export function formatMoney(cents: number, currency: Currency, said: Language): string {
  return formatOf(currency, said).format(cents / 100);
}

/** @param amount thousandths @param currency any code of three letters that somebody outside has written; empty: none */
export function formatAmount(amount: number, currency: string, said: Language): string {
  return formatOf(currency, said).format(amount / 1_000);
}

function formatOf(currency: string, said: Language): Intl.NumberFormat {
  const key = `${said} ${currency}`;
  const known = formats.get(key);
  if (known) return known;
  const format = new Intl.NumberFormat(
    LOCALES[said],
    currency ? { style: 'currency', currency } : { minimumFractionDigits: 2 },
  );
  formats.set(key, format);
  return format;
}

/** Making one costs more than drawing a row. */
const formats = new Map<string, Intl.NumberFormat>();
