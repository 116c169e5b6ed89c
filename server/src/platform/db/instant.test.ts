import { expect, it } from 'vitest';
import { isoOf } from './instant.ts';

it.each(['', '.1', '.012', '.123456', '.999999'])(
  'writes an instant with the fraction "%s" as a Date does',
  (fraction) => {
    const text = `2026-11-22 03:09:36${fraction}+00`;
    expect(isoOf(text)).toBe(new Date(text).toISOString());
  },
);
