import { createHash } from 'node:crypto';
import { stringify } from 'uuid';

/**
 * The id here of a row there, the same in every import: made of where it comes from, and of its time, because searches
 * go by the time that ids begin with (UUIDv7).
 */
export function madeId(at: Date, ...from: readonly string[]): string {
  const bytes = createHash('sha256').update(JSON.stringify(from)).digest().subarray(0, 16);
  bytes.writeUIntBE(at.getTime(), 0, 6);
  bytes.writeUInt8(((bytes[6] ?? 0) & 0x0f) | 0x70, 6);
  bytes.writeUInt8(((bytes[8] ?? 0) & 0x3f) | 0x80, 8);
  return stringify(bytes);
}
