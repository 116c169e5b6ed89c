import type { ContactRow } from './row.ts';

export type OptOut = Pick<ContactRow, 'optedOutAt' | 'optedOutBy'>;

export const NOT_OUT: OptOut = { optedOutAt: null, optedOutBy: null };

/** What a person's word changes. Whoever is out already keeps their date and source; undefined: nothing was said. */
export function optOutAfter(optedOut: boolean | undefined, before: OptOut, at: string): OptOut {
  if (optedOut === undefined || optedOut === (before.optedOutAt !== null)) return before;
  return optedOut ? { optedOutAt: at, optedOutBy: 'person' } : NOT_OUT;
}
