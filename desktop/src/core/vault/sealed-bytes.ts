import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** The secret of one account's files on this computer: 32 random bytes. */
export type Key = Buffer;

/** The requested part of a file, in bytes of its content, both inclusive. */
export interface ByteRange {
  start: number;
  end: number;
}

/** Read and written at once: a film can be started in its middle. */
const PIECE = 64 * 1024;
const SALT = 16;
const TAG = 16;

/**
 * Encrypts a stream: a random salt, then pieces of AES-256-GCM. Each file has its own key, so a piece's number
 * serves as its nonce, and the last piece is marked: truncated, changed or moved data is detected.
 */
export async function* seal(key: Key, bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const salt = randomBytes(SALT);
  const own = keyOf(key, salt);
  yield salt;
  let number = 0;
  let held = Buffer.alloc(0);
  for await (const chunk of bytes) {
    held = Buffer.concat([held, chunk]);
    // A full piece waits for the byte after it: it may be the last one.
    for (; held.length > PIECE; number++) {
      yield sealPiece(own, nonceOf(number, false), held.subarray(0, PIECE));
      held = held.subarray(PIECE);
    }
  }
  yield sealPiece(own, nonceOf(number, true), held);
}

/** How many bytes of content a sealed file of this size has. */
export function contentSize(sealedSize: number): number {
  const pieces = Math.max(1, Math.ceil((sealedSize - SALT) / (PIECE + TAG)));
  return Math.max(0, sealedSize - SALT - pieces * TAG);
}

/** Reads `length` bytes of the sealed file at `position`. */
type ReadAt = (position: number, length: number) => Promise<Buffer>;

/** The content of a sealed file, or a part of it. @throws Error when it is not what was sealed with this key */
export async function* unseal(
  key: Key,
  readAt: ReadAt,
  size: number,
  { start, end }: ByteRange,
): AsyncGenerator<Buffer> {
  const own = keyOf(key, await readAt(0, SALT));
  const last = Math.max(0, Math.ceil(size / PIECE) - 1);
  for (let number = Math.floor(start / PIECE); number <= Math.min(last, Math.floor(end / PIECE)); number++) {
    const from = number * PIECE;
    const sealed = await readAt(SALT + number * (PIECE + TAG), Math.min(PIECE, size - from) + TAG);
    const content = openPiece(own, nonceOf(number, number === last), sealed);
    yield content.subarray(Math.max(0, start - from), end - from + 1);
  }
}

const keyOf = (key: Key, salt: Buffer): Buffer =>
  Buffer.from(hkdfSync('sha256', key, salt, 'balcao file', 32));

function nonceOf(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUInt32BE(number, 7);
  nonce.writeUInt8(isLast ? 1 : 0, 11);
  return nonce;
}

function sealPiece(key: Buffer, nonce: Buffer, content: Uint8Array): Buffer {
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  return Buffer.concat([cipher.update(content), cipher.final(), cipher.getAuthTag()]);
}

function openPiece(key: Buffer, nonce: Buffer, sealed: Buffer): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG });
  decipher.setAuthTag(sealed.subarray(-TAG));
  return Buffer.concat([decipher.update(sealed.subarray(0, -TAG)), decipher.final()]);
}
