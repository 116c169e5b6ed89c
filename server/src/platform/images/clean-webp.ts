import type { CleanImage } from './cleaned.ts';

/**
 * WebP (RFC 9649, section 2): `RIFF`, the size of what follows, `WEBP`, then chunks: four letters that name the type, four
 * bytes with the length of the data, and the data, behind which a zero stands when its length is odd.
 */
const FILE_HEAD_BYTES = 12;
const HEAD_BYTES = 8;
/** Chunks of pixels, colours and movement. */
const KEPT_CHUNKS = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ANIM', 'ANMF', 'ICCP']);
/** In the first byte of the chunk VP8X, which describes all others: "has Exif", "has XMP". */
const METADATA_FLAGS = 0b1100;

export function cleanWebp(bytes: Buffer): CleanImage | null {
  if (bytes.length < FILE_HEAD_BYTES + HEAD_BYTES) return null;
  // Behind the size that the head tells comes nothing that belongs to the picture.
  const limit = Math.min(bytes.length, 8 + bytes.readUInt32LE(4));
  const chunks: Buffer[] = [];
  let size: { width: number; height: number } | null = null;
  let at = FILE_HEAD_BYTES;
  while (at + HEAD_BYTES <= limit) {
    const type = bytes.toString('latin1', at, at + 4);
    const length = bytes.readUInt32LE(at + 4);
    if (at + HEAD_BYTES + length > limit) return null;
    const end = at + HEAD_BYTES + length + (length % 2);
    const chunk = bytes.subarray(at, Math.min(end, bytes.length));
    if (KEPT_CHUNKS.has(type)) chunks.push(type === 'VP8X' ? withoutFlags(chunk) : chunk);
    // The first chunk that tells a size has that of the canvas, or of the only picture.
    size ??= readSize(type, chunk.subarray(HEAD_BYTES));
    at = end;
  }
  if (!size) return null;
  // The size in the head counts the letters WEBP and all chunks.
  const head = Buffer.from(bytes.subarray(0, FILE_HEAD_BYTES));
  head.writeUInt32LE(4 + chunks.reduce((sum, chunk) => sum + chunk.length, 0), 4);
  return { parts: [head, ...chunks], ...size };
}

function withoutFlags(chunk: Buffer): Buffer {
  const copy = Buffer.from(chunk);
  if (copy.length > HEAD_BYTES) copy[HEAD_BYTES] = (copy[HEAD_BYTES] ?? 0) & ~METADATA_FLAGS;
  return copy;
}

function readSize(type: string, data: Buffer): { width: number; height: number } | null {
  // RFC 9649, section 2: four bytes of flags, then width and height less one, in three bytes each.
  if (type === 'VP8X' && data.length >= 10)
    return { width: data.readUIntLE(4, 3) + 1, height: data.readUIntLE(7, 3) + 1 };
  // RFC 9649, section 3: a mark, then width and height less one, in 14 bits each.
  if (type === 'VP8L' && data.length >= 5 && data[0] === 0x2f) {
    const bits = data.readUInt32LE(1);
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  // RFC 6386, section 9.1: three bytes about the frame, a mark, then width and height in the lower 14 bits of two bytes each.
  const isKeyFrame = type === 'VP8 ' && data.length >= 10 && data.readUIntBE(3, 3) === 0x9d012a;
  return isKeyFrame ? { width: data.readUInt16LE(6) & 0x3fff, height: data.readUInt16LE(8) & 0x3fff } : null;
}
