import { createHash } from 'node:crypto';

/** Something in an archive. */
export interface Entry {
  name: string;
  input: string | AsyncIterable<Uint8Array>;
  lastModified: Date;
}

/** The hashes of what is in an archive, as `sha256sum -c` checks them. */
export interface Sums {
  add(name: string, sha256: string): void;
  /** An entry of a text, whose hash is added. */
  text(name: string, text: string): Entry;
  /** The list itself, as an entry. */
  entry(name: string): Entry;
}

/** @param at when the archive was made */
export function createSums(at: Date): Sums {
  const lines: string[] = [];
  const add = (name: string, sha256: string) => void lines.push(`${sha256}  ${name}\n`);
  return {
    add,
    text(name, input) {
      add(name, createHash('sha256').update(input).digest('hex'));
      return { name, input, lastModified: at };
    },
    entry: (name) => ({ name, input: lines.join(''), lastModified: at }),
  };
}
