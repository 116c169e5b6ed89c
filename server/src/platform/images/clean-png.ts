import type { CleanImage } from './cleaned.ts';

/**
 * PNG (third edition, 5): eight bytes that say what it is, then chunks: four bytes with the length of the data,
 * four letters that name its type, the data, and a checksum of four bytes.
 */
const SIGNATURE_BYTES = 8;
const HEAD_BYTES = 8;
const CHECKSUM_BYTES = 4;
/** What the pixels and their colours need, also of moving pictures (PNG, 11). */
const KEPT_CHUNKS = new Set(
  'IHDR PLTE IDAT IEND tRNS cHRM gAMA iCCP sBIT sRGB cICP mDCV cLLI bKGD hIST pHYs sPLT acTL fcTL fdAT'.split(
    ' ',
  ),
);

export function cleanPng(bytes: Buffer): CleanImage | null {
  const parts: Uint8Array[] = [bytes.subarray(0, SIGNATURE_BYTES)];
  let size: { width: number; height: number } | null = null;
  let hasPixels = false;
  let at = SIGNATURE_BYTES;
  while (at + HEAD_BYTES + CHECKSUM_BYTES <= bytes.length) {
    const data = at + HEAD_BYTES;
    const end = data + bytes.readUInt32BE(at) + CHECKSUM_BYTES;
    const type = bytes.toString('latin1', at + 4, at + 8);
    if (end > bytes.length) return null;
    // The first chunk is the header, which begins with the width and the height (PNG, 11.2.1).
    if (size === null) {
      if (type !== 'IHDR' || end < data + 8 + CHECKSUM_BYTES) return null;
      size = { width: bytes.readUInt32BE(data), height: bytes.readUInt32BE(data + 4) };
    }
    hasPixels ||= type === 'IDAT';
    if (KEPT_CHUNKS.has(type)) parts.push(bytes.subarray(at, end));
    // What follows is no part of the picture.
    if (type === 'IEND') return hasPixels ? { parts, ...size } : null;
    at = end;
  }
  return null;
}
