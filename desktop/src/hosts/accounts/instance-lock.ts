import { existsSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';

const LOCK = 'instance.lock';
/** A process that only checks the lock has finished by then. */
const LOOKED_MS = 250;

/**
 * Makes sure that only one program works on a data directory: two would use up each other's refresh tokens and send
 * commands under one number. The operating system releases the lock when the program dies, however it dies.
 *
 * @throws Error with a sentence for the terminal when another program holds it
 */
export function lockInstance(dataDir: string): () => void {
  const lock = new Sqlite(join(dataDir, LOCK), { timeout: LOOKED_MS });
  try {
    lock.exec('begin exclusive');
  } catch (cause) {
    lock.close();
    throw new Error(`another console is running on ${dataDir}`, { cause });
  }
  return () => lock.close();
}

/** Whether a program works on this data directory now. */
export function isLocked(dataDir: string): boolean {
  const path = join(dataDir, LOCK);
  if (!existsSync(path)) return false;
  const look = new Sqlite(path, { readonly: true, timeout: 0 });
  try {
    look.prepare('select 1 from sqlite_master').get();
    return false;
  } catch {
    return true;
  } finally {
    look.close();
  }
}
