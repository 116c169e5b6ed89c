import { unpadRandomMax16 } from '@whiskeysockets/baileys';

const MAX_DEPTH = 8;
const MAX_PARTS = 2_000;
const MAX_TEXTS = 50;

/** Addresses inside WhatsApp, ids and keys, kinds of files. */
const FOR_PROGRAMS = /^(?:\S+@(?:s\.whatsapp\.net|lid|g\.us|newsletter|bot)|[\w+/=-]{20,}|\w+\/[\w.+-]+)$/;

/** A message as it was decrypted, without what fills it up; null where it was filled up wrongly. */
export function unpadded(plain: Uint8Array): Uint8Array | null {
  try {
    return unpadRandomMax16(plain);
  } catch {
    return null;
  }
}

/**
 * The words in a message of which the library knows no field, a line each: it drops what it does not know, and its
 * bytes say neither what is a text nor what is a message within. A stranger wrote them: it takes time in proportion to
 * their number.
 */
export const wordsInBytes = (message: Uint8Array): string =>
  [...new Set(textsOf(message, 0))].slice(0, MAX_TEXTS).join('\n');

const textsOf = (message: Uint8Array, depth: number): string[] =>
  (partsOf(message) ?? []).slice(0, MAX_PARTS).flatMap((part) => textsOfPart(part, depth));

function textsOfPart(part: Uint8Array, depth: number): string[] {
  const within = depth < MAX_DEPTH ? textsOf(part, depth + 1) : [];
  if (within.length > 0) return within;
  const text = textOf(part).trim();
  return /\p{L}/u.test(text) && !/[^\P{Cc}\n\r\t]/u.test(text) && !FOR_PROGRAMS.test(text) ? [text] : [];
}

const UTF8 = new TextDecoder('utf-8', { fatal: true });

function textOf(bytes: Uint8Array): string {
  try {
    return UTF8.decode(bytes);
  } catch {
    return '';
  }
}

/** The fields of a protobuf message that have a length; null for bytes that are none. */
function partsOf(bytes: Uint8Array): Uint8Array[] | null {
  const parts: Uint8Array[] = [];
  let at = 0;
  while (at < bytes.length) {
    const tag = numberAt(bytes, at);
    const value = tag && numberAt(bytes, tag.end);
    if (!tag || tag.number < 8) return null;
    const type = tag.number % 8;
    if (type === 1 || type === 5) at = tag.end + (type === 1 ? 8 : 4);
    else if (value && type === 0) at = value.end;
    else if (value && type === 2) {
      at = value.end + value.number;
      parts.push(bytes.subarray(value.end, at));
    } else return null;
  }
  return at === bytes.length ? parts : null;
}

/** Seven bits a byte, the lowest first; the last byte has no eighth. */
function numberAt(bytes: Uint8Array, from: number): { number: number; end: number } | null {
  let number = 0;
  for (let at = from; at < bytes.length && at < from + 10; at++) {
    const byte = bytes[at] ?? 0;
    number += (byte % 128) * 128 ** (at - from);
    if (byte < 128) return { number, end: at + 1 };
  }
  return null;
}
