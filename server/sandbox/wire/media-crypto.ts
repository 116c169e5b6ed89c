/** WhatsApp's media encryption, written independently of Baileys so that each checks the other. */
import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto';

export type MediaKind = 'image' | 'video' | 'audio' | 'document' | 'sticker' | 'history' | 'app-state';

const INFO: Record<MediaKind, string> = {
  image: 'WhatsApp Image Keys',
  sticker: 'WhatsApp Image Keys',
  video: 'WhatsApp Video Keys',
  audio: 'WhatsApp Audio Keys',
  document: 'WhatsApp Document Keys',
  history: 'WhatsApp History Keys',
  'app-state': 'WhatsApp App State Keys',
};

/** The fields of a message with which its reader opens the blob. */
export interface EncryptedMedia {
  blob: Buffer;
  mediaKey: Buffer;
  fileSha256: Buffer;
  fileEncSha256: Buffer;
  fileLength: number;
}

function expand(mediaKey: Uint8Array, kind: MediaKind) {
  const keys = Buffer.from(hkdfSync('sha256', mediaKey, Buffer.alloc(0), INFO[kind], 112));
  return { iv: keys.subarray(0, 16), cipherKey: keys.subarray(16, 48), macKey: keys.subarray(48, 80) };
}

function macOf(macKey: Buffer, iv: Buffer, encrypted: Buffer): Buffer {
  return createHmac('sha256', macKey).update(iv).update(encrypted).digest().subarray(0, 10);
}

export function sha256(data: Uint8Array): Buffer {
  return createHash('sha256').update(data).digest();
}

/** Encrypts a file under a fresh media key. */
export function encryptMedia(plain: Buffer, kind: MediaKind): EncryptedMedia {
  const mediaKey = randomBytes(32);
  const { iv, cipherKey, macKey } = expand(mediaKey, kind);
  const cipher = createCipheriv('aes-256-cbc', cipherKey, iv);
  const encrypted = Buffer.concat([cipher.update(plain), cipher.final()]);
  const blob = Buffer.concat([encrypted, macOf(macKey, iv, encrypted)]);
  return {
    blob,
    mediaKey,
    fileSha256: sha256(plain),
    fileEncSha256: sha256(blob),
    fileLength: plain.length,
  };
}

/** Opens a blob; throws when it was altered. */
export function decryptMedia(blob: Buffer, mediaKey: Uint8Array, kind: MediaKind): Buffer {
  const { iv, cipherKey, macKey } = expand(mediaKey, kind);
  const encrypted = blob.subarray(0, blob.length - 10);
  if (!macOf(macKey, iv, encrypted).equals(blob.subarray(blob.length - 10)))
    throw new Error('media MAC mismatch');
  const decipher = createDecipheriv('aes-256-cbc', cipherKey, iv);
  return Buffer.concat([decipher.update(encrypted), decipher.final()]);
}
