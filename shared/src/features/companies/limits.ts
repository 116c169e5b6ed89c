/** What operators are told of a company's use: the messages of so many days, up to so many. */
export const USE_DAYS = 30;
export const MAX_COUNTED_MESSAGES = 100_000;
/** Days that a company which signs up may try for free. */
export const TRIAL_DAYS = 3;
/** Months by which "+Vencimento" advances a due date. */
export const RECURRENCE_MONTHS = {
  MENSAL: 1,
  BIMESTRAL: 2,
  TRIMESTRAL: 3,
  SEMESTRAL: 6,
  ANUAL: 12,
} as const;
