/** Asked on the bus by the processes of consoles, answered by the one that holds the connection's session. */

/** Whether somebody has this number. */
export const NUMBER_QUESTION = 'number-question';

export interface NumberQuestion {
  companyId: number;
  connectionId: number;
  /** Spellings of one number: digits with country code. */
  spellings: string[];
}

/** Which of many numbers somebody has. */
export const NUMBERS_QUESTION = 'numbers-question';

export interface NumbersQuestion {
  companyId: number;
  connectionId: number;
  /** Every spelling of each of them. */
  spellings: string[];
}

export type NumbersAnswer =
  /** As the provider spells them. */
  { kind: 'known'; numbers: string[] } | { kind: 'offline' } | { kind: 'failed' };

export type NumberAnswer =
  /** Somebody: the number as the provider spells it. */
  | { kind: 'known'; number: string; lid: string | null }
  | { kind: 'unknown' }
  /** The connection is not up. */
  | { kind: 'offline' }
  /** The provider did not say. */
  | { kind: 'failed' };
