import type { Database } from 'better-sqlite3';
import type { Key } from '../vault/sealed-bytes.ts';

/**
 * The key in the library's form (SQLite3 Multiple Ciphers: ChaCha20 with Poly1305, page by page, logs too): 32 random
 * bytes are the key itself and need not be stretched like a password. Empty: not sealed.
 */
export const asCipherKey = (key: Key | null): Buffer =>
  key ? Buffer.concat([Buffer.from('raw:'), key]) : Buffer.alloc(0);

/** The first statement after opening an encrypted file. */
export function unlock(db: Database, key: Key | null): void {
  if (key) db.pragma(`hexkey = '${asCipherKey(key).toString('hex')}'`);
}

/** Encrypts every page again; null: decrypts them. Not for a file with a log beside it. */
export function relock(db: Database, key: Key | null): void {
  // SQLite's temporary data must not reach the disk meanwhile.
  db.pragma('temp_store = memory');
  db.pragma('journal_mode = delete');
  db.pragma(key ? `hexrekey = '${asCipherKey(key).toString('hex')}'` : "rekey = ''");
}
