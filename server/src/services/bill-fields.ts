import { z } from 'zod';
import { OutsideError } from '../platform/outgoing/outside-error.ts';
import type { Bill } from './bill.ts';

/** What the answers of billing systems have in common. */

const MAX_BILLS = 5;

/** A field that one version writes as text, another as a number, and a third one leaves out. */
export const text = z
  .union([z.string(), z.number()])
  .transform((value) => String(value).trim())
  .catch('');

/** Text, or null where there is none. */
export const orNull = (value: string): string | null => (value === '' ? null : value);

export const linkOrNull = (value: string): string | null => (/^https?:\/\//i.test(value) ? value : null);

/** A code that banks read begins so; anything else is a hint for people, or an error. */
export const pixOrNull = (value: string): string | null => (value.startsWith('000201') ? value : null);

/**
 * `26.00`, `1.234,56`, `26.5`: digit by digit, because sums of money are never calculated as fractions. Null: it is no
 * amount.
 */
export function centsOf(amount: string): number | null {
  const plain = amount.includes(',') ? amount.replaceAll('.', '').replace(',', '.') : amount;
  const [, whole, fraction = ''] = /^(\d{1,12})(?:\.(\d{1,2})0*)?$/.exec(plain) ?? [];
  return whole === undefined ? null : Number(whole + fraction.padEnd(2, '0'));
}

/** `2026-11-24`, also with a time behind it, and `24/11/2026`; null: it is no day. */
export function dayOf(date: string): string | null {
  const [, day, month, year] = /^(\d{2})\/(\d{2})\/(\d{4})/.exec(date) ?? [];
  const iso = year === undefined ? date.slice(0, 10) : `${year}-${month}-${day}`;
  return z.iso.date().safeParse(iso).success ? iso : null;
}

/** CPF or CNPJ as it is typed, without what only helps reading it. */
export const bareDocument = (document: string): string => document.replaceAll(/[^\dA-Z]/gi, '').toUpperCase();

/** Those that are due first; of what is due on one day, in the order of the provider. */
export const dueFirst = <T extends Pick<Bill, 'dueDate'>>(bills: readonly T[]): T[] =>
  bills.toSorted((a, b) => a.dueDate.localeCompare(b.dueDate)).slice(0, MAX_BILLS);

/** What a bill may lack: without it, it can still be paid. */
export async function orNothing<T>(coming: Promise<T>): Promise<T | null> {
  try {
    return await coming;
  } catch (error) {
    if (error instanceof OutsideError) return null;
    throw error;
  }
}

export const isPdf = (bytes: Buffer): boolean => bytes.subarray(0, 5).toString('latin1') === '%PDF-';

/** An address as people write it, with or without a scheme. */
export function addressOf(host: string): string {
  const typed = host.trim().replace(/\/+$/, '');
  return /^https?:\/\//i.test(typed) ? typed : `https://${typed}`;
}
