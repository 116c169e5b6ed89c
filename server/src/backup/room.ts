import { statfs } from 'node:fs/promises';

const MEGABYTE = 1024 * 1024;
/** What a database writes while it is copied or comes up. */
const SPARE = 256 * MEGABYTE;
/** What programs say about a full disk; of what pgBackRest has written by half it gives a reason that is none. */
const FULL = /no space left|disk quota|unable to write/i;

/**
 * Before anything is written: a full disk would stop the database that is at work there.
 *
 * @param what needs these bytes, and some more
 * @throws Error that says how much room there has to be
 */
export async function expectRoom(what: string, bytes: number, folder: string): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  const needed = bytes + SPARE;
  if (bavail * bsize < needed)
    throw new Error(
      `${what} needs ${Math.ceil(needed / MEGABYTE)} MB in ${folder}, which has ${Math.floor((bavail * bsize) / MEGABYTE)} MB: make room, and start this again.`,
    );
}

/** Why something failed in a folder, in a program's words; of a full disk also what to do. */
export const withAdvice = (words: string, folder: string): string =>
  FULL.test(words)
    ? `No room is left on the disk of ${folder}: make room, and start this again. (${words})`
    : words;
