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
