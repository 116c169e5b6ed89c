import type { CleanImage } from './cleaned.ts';

const SIGNATURE_BYTES = 8;
/** What the pixels and their colours need, also of moving pictures (PNG, third edition, section 11). */
const KEPT = new Set(
  'IHDR PLTE IDAT IEND tRNS cHRM gAMA iCCP sBIT sRGB cICP mDCV cLLI bKGD hIST pHYs sPLT acTL fcTL fdAT'.split(
    ' ',
  ),
);

export function cleanPng(bytes: Buffer): CleanImage | null {
  const parts: Uint8Array[] = [bytes.subarray(0, SIGNATURE_BYTES)];
  let size: { width: number; height: number } | null = null;
  let hasPixels = false;
  let at = SIGNATURE_BYTES;
  while (at + 12 <= bytes.length) {
    const end = at + 12 + bytes.readUInt32BE(at);
    const type = bytes.toString('latin1', at + 4, at + 8);
    if (end > bytes.length) return null;
    if (size === null) {
      if (type !== 'IHDR' || end < at + 20) return null;
      size = { width: bytes.readUInt32BE(at + 8), height: bytes.readUInt32BE(at + 12) };
    }
    hasPixels ||= type === 'IDAT';
    if (KEPT.has(type)) parts.push(bytes.subarray(at, end));
    // What follows is no part of the picture.
    if (type === 'IEND') return hasPixels ? { parts, ...size } : null;
    at = end;
  }
  return null;
}
