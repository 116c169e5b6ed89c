/**
 * Where the lines stand beside the backups: in parts, each of which is whole or not there, is written once, and has the
 * number of its first line for a name. In a folder or in a bucket, as the backups are.
 */
export interface Shelf {
  /** In the words of an operator. */
  place: string;
  /** Numbers of first lines, in order. Throws when the place of backups is not there. */
  parts(): Promise<number[]>;
  read(part: number): Promise<string>;
  /** False: there is one already. */
  add(part: number, lines: string): Promise<boolean>;
  /** The number of the last line, as it was signed last; null: none. */
  readMark(): Promise<string | null>;
  mark(words: string): Promise<void>;
  close(): void;
}

const DIGITS = 12;
/** Of what says how many lines there are. */
export const MARK = 'end';

export const partName = (part: number): string => `${String(part).padStart(DIGITS, '0')}.lines`;

/** The parts among other names, in order. */
export const partsAmong = (names: readonly string[]): number[] =>
  names
    .filter((name) => /^\d+\.lines$/.test(name))
    .map((name) => Number.parseInt(name, 10))
    .sort((a, b) => a - b);
