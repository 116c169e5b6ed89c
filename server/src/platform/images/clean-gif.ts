import type { CleanImage } from './cleaned.ts';

/**
 * GIF89a (the numbers are its sections): six bytes that say what it is, seven about the screen (18) with width, height and
 * flags, perhaps a table of colours, then pictures (20) and extensions (23 to 26) until the trailer (27). Each of them ends
 * with a chain of blocks: one byte with the length, as many bytes, and at the end a block of none (15, 16).
 */
const IMAGE = 0x2c;
const EXTENSION = 0x21;
const TRAILER = 0x3b;
/** Labels of extensions: how long a picture is shown, and what an application adds. */
const GRAPHIC_CONTROL = 0xf9;
const APPLICATION = 0xff;
/** How often it plays. Every other application writes about itself, XMP among them. */
const LOOPS = new Set(['NETSCAPE2.0', 'ANIMEXTS1.0']);
const HEAD_BYTES = 13;
const SCREEN_FLAGS_AT = 10;
/** A mark, four numbers of two bytes for place and size, flags. */
const IMAGE_HEAD_BYTES = 10;
const IMAGE_FLAGS_AT = 9;
/** A mark and a label. */
const EXTENSION_HEAD_BYTES = 2;

export function cleanGif(bytes: Buffer): CleanImage | null {
  if (bytes.length < HEAD_BYTES) return null;
  const start = HEAD_BYTES + tableBytes(bytes[SCREEN_FLAGS_AT] ?? 0);
  const parts: Uint8Array[] = [bytes.subarray(0, start)];
  let hasPixels = false;
  for (let at = start; at < bytes.length; ) {
    const kind = bytes[at];
    if (kind === TRAILER) {
      // What follows is no part of the picture.
      parts.push(bytes.subarray(at, at + 1));
      const size = { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) };
      return hasPixels ? { parts, ...size } : null;
    }
    const end = findEnd(bytes, at);
    if (end === null) return null;
    if (kind === IMAGE || isPartOfPicture(bytes, at)) parts.push(bytes.subarray(at, end));
    hasPixels ||= kind === IMAGE;
    at = end;
  }
  return null;
}

/** The end of the picture or the extension that begins here; null when it is neither, or does not end. */
function findEnd(bytes: Buffer, at: number): number | null {
  if (bytes[at] === EXTENSION) return endOfBlocks(bytes, at + EXTENSION_HEAD_BYTES);
  if (bytes[at] !== IMAGE) return null;
  // Behind its own table of colours, one byte says how its pixels are coded (22).
  return endOfBlocks(bytes, at + IMAGE_HEAD_BYTES + tableBytes(bytes[at + IMAGE_FLAGS_AT] ?? 0) + 1);
}

/** The flags of a screen or a picture tell whether it has a table of colours, of three bytes each, and how many. */
const tableBytes = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);

/** An extension without which the picture would look different: comments, words and applications go. */
function isPartOfPicture(bytes: Buffer, at: number): boolean {
  const label = bytes[at + 1];
  if (label === GRAPHIC_CONTROL) return true;
  // The first block of an application is its name, of eleven letters.
  return label === APPLICATION && LOOPS.has(bytes.toString('latin1', at + 3, at + 14));
}

/** Behind the empty block that ends a chain of blocks; null when it does not end. */
function endOfBlocks(bytes: Buffer, from: number): number | null {
  for (let at = from; at < bytes.length; at += 1 + (bytes[at] ?? 0)) if (bytes[at] === 0) return at + 1;
  return null;
}
