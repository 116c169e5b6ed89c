import { email } from '@balcao/shared/contract/fields.ts';

/** What the texts of a source mean. Nothing there can be trusted to be what its column says. */

type Text = string | null | undefined;

/** Before it there was no WhatsApp. */
const EARLIEST = Date.UTC(2009, 0, 1);
const DAY_MS = 86_400_000;

/** Null for a moment that cannot be: the year 0, infinity, and what is still to come. */
export function instant(text: Text, latest = Date.now() + DAY_MS): Date | null {
  const iso = (text ?? '').trim().replace(' ', 'T');
  const ms = Date.parse(
    /[+-]\d\d$/.test(iso) ? `${iso}:00` : /[+-]\d\d:\d\d$|Z$/.test(iso) ? iso : `${iso}Z`,
  );
  return ms >= EARLIEST && ms <= latest ? new Date(ms) : null;
}

export const EARLIEST_INSTANT = new Date(EARLIEST);

/** Whole characters, and none that PostgreSQL cannot hold. */
export const clean = (text: Text, most = Number.POSITIVE_INFINITY): string =>
  (text ?? '').replaceAll('\u0000', '').slice(0, most).toWellFormed();

export const line = (text: Text, most: number): string =>
  clean(text).replaceAll(/\s+/g, ' ').trim().slice(0, most).trim().toWellFormed();

/** Also the words of settings, with the spelling that they have there. */
export const isOn = (text: Text): boolean => /^(true|t|1|enabled|enable)$/i.test(text ?? '');

/** Null for what is no whole number that a column of ours can hold. */
export function whole(text: Text): number | null {
  const number = Number((text ?? '').trim() || 'none');
  return Number.isInteger(number) && Math.abs(number) < 2 ** 31 ? number : null;
}

/** Empty for what is none. */
export const emailOf = (text: Text): string => email.safeParse((text ?? '').trim()).data ?? '';

export function json(text: Text): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return null;
  }
}
