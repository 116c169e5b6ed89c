import type { FindingState } from '@balcao/shared/features/system/findings.ts';

/** What one look has found, in words for a terminal. */
export interface Seen {
  state: FindingState;
  /** What was looked at. */
  what: string;
  says: string;
  /** What to do about it. */
  advice?: string;
}

export const good = (what: string, says: string): Seen => ({ state: 'good', what, says });
export const warning = (what: string, says: string, advice: string): Seen => ({
  state: 'warning',
  what,
  says,
  advice,
});
export const bad = (what: string, says: string, advice: string): Seen => ({
  state: 'bad',
  what,
  says,
  advice,
});

export const reasonOf = (error: unknown): string => {
  const { code, message } = error as { code?: unknown; message?: string };
  return message || String(code ?? error);
};
