import { join } from 'node:path';
import Sqlite from 'better-sqlite3';

/**
 * Makes sure that one program only works on a data directory: two would use up each other's refresh tokens and send
 * commands under one number. The operating system gives the lock back when the program dies, however it dies.
 *
 * @throws Error with a sentence for the terminal when another program holds it
 */
export function lockInstance(dataDir: string): () => void {
  const lock = new Sqlite(join(dataDir, 'instance.lock'), { timeout: 0 });
  try {
    lock.exec('begin exclusive');
  } catch (cause) {
    lock.close();
    throw new Error(`another console is running on ${dataDir}`, { cause });
  }
  return () => lock.close();
}
