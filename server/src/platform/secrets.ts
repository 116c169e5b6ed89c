import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import { chmodSync, existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Encrypts what is secret at rest, and derives keys for other purposes from the one secret of the installation. */
export interface Secrets {
  /** @param aad where the value belongs (table, column, company, row): it opens nowhere else. */
  seal(plain: Uint8Array, aad: string): Buffer;
  /** Throws when the value was changed, moved or sealed with another key. */
  open(sealed: Uint8Array, aad: string): Buffer;
  /** Whether a value was sealed with this key, wherever it belongs. */
  hasSealed(value: Uint8Array): boolean;
  /** 32 bytes that are always the same for the same purpose. */
  derive(purpose: string): Uint8Array;
}

/** The secret key is missing something that a secret needs; the program must not start with it. */
export class WeakKeyError extends Error {
  constructor(file: string, problem: string) {
    super(`The secret key in ${file} ${problem}. Use 32 random bytes as base64.`);
    this.name = 'WeakKeyError';
  }
}

const KEY_BYTES = 32;
const KEY_ID_BYTES = 4;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const HEADER_BYTES = KEY_ID_BYTES + NONCE_BYTES + TAG_BYTES;

/** Reads the key, or makes one (readable by the owner alone) when there is none. */
export function createSecrets(options: { keyFile: string }): Secrets {
  const root = readKey(options.keyFile);
  const derive = (purpose: string) => new Uint8Array(hkdfSync('sha256', root, '', purpose, KEY_BYTES));
  const key = derive('seal');
  const keyId = createHash('sha256').update(key).digest().subarray(0, KEY_ID_BYTES);

  const hasSealed = (value: Uint8Array) =>
    value.length >= HEADER_BYTES && Buffer.from(value.subarray(0, KEY_ID_BYTES)).equals(keyId);

  return {
    derive,
    hasSealed,
    seal(plain, aad) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(aad));
      const body = Buffer.concat([cipher.update(plain), cipher.final()]);
      return Buffer.concat([keyId, nonce, cipher.getAuthTag(), body]);
    },
    open(sealed, aad) {
      const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength);
      if (!hasSealed(bytes)) throw new Error('sealed with another key');
      const nonce = bytes.subarray(KEY_ID_BYTES, KEY_ID_BYTES + NONCE_BYTES);
      const decipher = createDecipheriv('aes-256-gcm', key, nonce)
        .setAAD(Buffer.from(aad))
        .setAuthTag(bytes.subarray(KEY_ID_BYTES + NONCE_BYTES, HEADER_BYTES));
      return Buffer.concat([decipher.update(bytes.subarray(HEADER_BYTES)), decipher.final()]);
    },
  };
}

function readKey(file: string): Buffer {
  if (!existsSync(file)) makeKey(file);
  const text = readFileSync(file, 'utf8').trim();
  const key = Buffer.from(text, 'base64');
  if (key.length !== KEY_BYTES) throw new WeakKeyError(file, `has ${key.length} bytes`);
  // 32 random bytes have fewer than 16 different values once in about 10^20 times; typed words nearly always do.
  if (new Set(key).size < KEY_BYTES / 2) throw new WeakKeyError(file, 'is not random');
  return key;
}

/** Complete or absent, also when two processes start at once: a link appears in one step and never replaces a file. */
function makeKey(file: string): void {
  mkdirSync(dirname(file), { recursive: true });
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  writeFileSync(draft, `${randomBytes(KEY_BYTES).toString('base64')}\n`, { mode: 0o600, flag: 'wx' });
  chmodSync(draft, 0o600);
  try {
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft);
  }
}
