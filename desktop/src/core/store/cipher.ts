import type { Database } from 'better-sqlite3';
import type { Key } from '../vault/sealed-bytes.ts';

/**
 * As the library takes it (SQLite3 Multiple Ciphers: ChaCha20 with Poly1305, page by page, logs too): 32 random bytes are
 * the key itself and need not be stretched like a password. Empty: not sealed.
 */
export const asCipherKey = (key: Key | null): Buffer =>
  key ? Buffer.concat([Buffer.from('raw:'), key]) : Buffer.alloc(0);

/** The first thing to be said to a sealed file that was opened. */
export function unlock(db: Database, key: Key | null): void {
  if (key) db.pragma(`hexkey = '${asCipherKey(key).toString('hex')}'`);
}

/** Seals every page anew; null: leaves them as they are read. Not of a file with a log beside it. */
export function relock(db: Database, key: Key | null): void {
  // What SQLite keeps aside meanwhile is not to lie on the disk.
  db.pragma('temp_store = memory');
  db.pragma('journal_mode = delete');
  db.pragma(key ? `hexrekey = '${asCipherKey(key).toString('hex')}'` : "rekey = ''");
}
