import { createHash } from 'node:crypto';

/** A short name for a server that is safe in file names and settings keys. */
export function serverKey(serverUrl: string): string {
  return createHash('sha256').update(serverUrl).digest('hex').slice(0, 12);
}
