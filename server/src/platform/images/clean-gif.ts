import type { CleanImage } from './cleaned.ts';

/** Blocks and labels of GIF89a, section 12 and appendix A. */
const IMAGE = 0x2c;
const EXTENSION = 0x21;
const TRAILER = 0x3b;
const GRAPHIC_CONTROL = 0xf9;
const APPLICATION = 0xff;
/** How often it plays. Every other application writes about itself, XMP among them. */
const LOOPS = new Set(['NETSCAPE2.0', 'ANIMEXTS1.0']);
const HEAD_BYTES = 13;

export function cleanGif(bytes: Buffer): CleanImage | null {
  if (bytes.length < HEAD_BYTES) return null;
  const start = HEAD_BYTES + tableBytes(bytes[10] ?? 0);
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
    const data = kind === IMAGE ? at + 11 + tableBytes(bytes[at + 9] ?? 0) : at + 2;
    const end = kind === IMAGE || kind === EXTENSION ? endOfBlocks(bytes, data) : null;
    if (end === null) return null;
    if (kind === IMAGE || isPicture(bytes, at)) parts.push(bytes.subarray(at, end));
    hasPixels ||= kind === IMAGE;
    at = end;
  }
  return null;
}

/** The size of the colours that the flags of a screen or a picture announce. */
const tableBytes = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);

function isPicture(bytes: Buffer, at: number): boolean {
  const label = bytes[at + 1];
  if (label === GRAPHIC_CONTROL) return true;
  return label === APPLICATION && LOOPS.has(bytes.toString('latin1', at + 3, at + 14));
}

/** Behind the empty block that ends a chain of blocks; null when it does not end. */
function endOfBlocks(bytes: Buffer, from: number): number | null {
  for (let at = from; at < bytes.length; at += 1 + (bytes[at] ?? 0)) if (bytes[at] === 0) return at + 1;
  return null;
}
