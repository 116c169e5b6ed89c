import type { Secrets } from '../secrets.ts';

/** What addresses of people are hashed with, where they must be met again without being kept. */
export const addressKey = ({ derive }: Pick<Secrets, 'derive'>): Uint8Array => derive('addresses of people');

/** SHA-256's block, which HMAC pads its key to. */
const BLOCK_BYTES = 64;
const INNER = 0x36;
const OUTER = 0x5c;

/**
 * A key for addresses of people, as the function `address_hash` of the database takes it: both keys of an HMAC, padded,
 * since SQL has SHA-256 and no way to pad. The database has it for as long as a connection lives and stores it nowhere.
 */
export function addressSetting(key: Uint8Array): string {
  const padded = Buffer.alloc(BLOCK_BYTES);
  padded.set(key);
  const mixed = (pad: number) => Buffer.from(padded.map((byte) => byte ^ pad));
  return Buffer.concat([mixed(INNER), mixed(OUTER)]).toString('hex');
}
