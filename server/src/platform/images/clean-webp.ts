import type { CleanImage } from './cleaned.ts';

/** RIFF chunks of pixels, colours and movement (RFC 9649). */
const KEPT = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ANIM', 'ANMF', 'ICCP']);
/** Flags of the VP8X chunk: "has Exif", "has XMP". */
const METADATA_FLAGS = 0b1100;

export function cleanWebp(bytes: Buffer): CleanImage | null {
  if (bytes.length < 20) return null;
  const limit = Math.min(bytes.length, 8 + bytes.readUInt32LE(4));
  const chunks: Buffer[] = [];
  let size: { width: number; height: number } | null = null;
  let at = 12;
  while (at + 8 <= limit) {
    const type = bytes.toString('latin1', at, at + 4);
    const length = bytes.readUInt32LE(at + 4);
    const end = at + 8 + length + (length % 2);
    if (at + 8 + length > limit) return null;
    const chunk = bytes.subarray(at, Math.min(end, bytes.length));
    if (KEPT.has(type)) chunks.push(type === 'VP8X' ? withoutFlags(chunk) : chunk);
    size ??= sizeOf(type, chunk.subarray(8));
    at = end;
  }
  if (!size) return null;
  const head = Buffer.from(bytes.subarray(0, 12));
  head.writeUInt32LE(4 + chunks.reduce((sum, chunk) => sum + chunk.length, 0), 4);
  return { parts: [head, ...chunks], ...size };
}

function withoutFlags(chunk: Buffer): Buffer {
  const copy = Buffer.from(chunk);
  if (copy.length > 8) copy[8] = (copy[8] ?? 0) & ~METADATA_FLAGS;
  return copy;
}

/** By the first chunk that tells: the canvas, or the only picture. */
function sizeOf(type: string, data: Buffer): { width: number; height: number } | null {
  if (type === 'VP8X' && data.length >= 10)
    return { width: data.readUIntLE(4, 3) + 1, height: data.readUIntLE(7, 3) + 1 };
  if (type === 'VP8L' && data.length >= 5 && data[0] === 0x2f) {
    const bits = data.readUInt32LE(1);
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  const isKeyFrame = type === 'VP8 ' && data.length >= 10 && data.readUIntBE(3, 3) === 0x9d012a;
  return isKeyFrame ? { width: data.readUInt16LE(6) & 0x3fff, height: data.readUInt16LE(8) & 0x3fff } : null;
}
