import { inflateRawSync } from 'node:zlib';

const END = 0x06054b50;
const ENTRY = 0x02014b50;
const DEFLATED = 8;

/**
 * Whether an archive, unpacked, stays within `limit` bytes: by unpacking it, because its own word on that is its
 * maker's. `broken` for anything that is no plain archive.
 */
export function weighArchive(bytes: Buffer, limit: number): 'fits' | 'too large' | 'broken' {
  const end = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
  if (end < 0 || end + 22 > bytes.length || bytes.readUInt32LE(end) !== END) return 'broken';
  let at = bytes.readUInt32LE(end + 16);
  let left = limit;
  for (let entry = bytes.readUInt16LE(end + 10); entry > 0; entry -= 1) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== ENTRY) return 'broken';
    const method = bytes.readUInt16LE(at + 10);
    const packed = bytes.readUInt32LE(at + 20);
    const header = bytes.readUInt32LE(at + 42);
    if (header + 30 > bytes.length) return 'broken';
    const begin = header + 30 + bytes.readUInt16LE(header + 26) + bytes.readUInt16LE(header + 28);
    left -= method === DEFLATED ? unpackedSize(bytes.subarray(begin, begin + packed), left) : packed;
    if (left < 0) return 'too large';
    at += 46 + bytes.readUInt16LE(at + 28) + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return 'fits';
}

/** More than `most` when it is more, or when it cannot be unpacked. */
function unpackedSize(packed: Buffer, most: number): number {
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(most, 1) }).length;
  } catch {
    return most + 1;
  }
}
