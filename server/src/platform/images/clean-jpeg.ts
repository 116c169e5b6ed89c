import type { CleanImage } from './cleaned.ts';

const SOI = 0xd8;
const EOI = 0xd9;
const SOS = 0xda;
const COMMENT = 0xfe;
const APP1 = 0xe1;
const EXIF = Buffer.from('Exif\0\0', 'latin1');
/** Where pictures stand upright when a camera was held sideways: their sides are swapped. */
const SIDEWAYS = 5;

const hasNoLength = (marker: number) => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7);
const isFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
const isApplication = (marker: number) => marker >= 0xe0 && marker <= 0xef;

/** Segments (ITU-T T.81, annex B) but those of applications: of these only what tells the colours. */
export function cleanJpeg(bytes: Buffer): CleanImage | null {
  if (bytes[0] !== 0xff || bytes[1] !== SOI) return null;
  const parts: Uint8Array[] = [];
  let size: { width: number; height: number } | null = null;
  let orientation = 1;
  let at = 2;
  while (at + 1 < bytes.length) {
    if (bytes[at] !== 0xff) return null;
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (marker === EOI) break;
    if (hasNoLength(marker)) {
      parts.push(bytes.subarray(at, at + 2));
      at += 2;
      continue;
    }
    if (at + 4 > bytes.length) return null;
    const end = at + 2 + bytes.readUInt16BE(at + 2);
    if (end < at + 4 || end > bytes.length) return null;
    const segment = bytes.subarray(at, end);
    if (isFrame(marker) && segment.length >= 9)
      size = { height: segment.readUInt16BE(5), width: segment.readUInt16BE(7) };
    if (marker === APP1 && segment.subarray(4, 10).equals(EXIF))
      orientation = readOrientation(segment.subarray(10));
    if (isKept(marker, segment)) parts.push(segment);
    at = end;
    if (marker !== SOS) continue;
    const next = endOfScan(bytes, at);
    parts.push(bytes.subarray(at, next));
    at = next;
  }
  if (!size) return null;
  const upright = orientation === 1 ? [] : [orientationSegment(orientation)];
  const whole = [Buffer.from([0xff, SOI]), ...upright, ...parts, Buffer.from([0xff, EOI])];
  const { width, height } = size;
  return orientation < SIDEWAYS
    ? { parts: whole, width, height }
    : { parts: whole, width: height, height: width };
}

function isKept(marker: number, segment: Buffer): boolean {
  if (marker === COMMENT) return false;
  if (!isApplication(marker)) return true;
  const starts = (name: string) => segment.toString('latin1', 4, 4 + name.length) === name;
  return starts('JFIF\0') || starts('ICC_PROFILE\0') || starts('Adobe');
}

/** Within the pixels 0xff is followed by 0 or by a restart mark. */
function endOfScan(bytes: Buffer, from: number): number {
  let at = from;
  for (;;) {
    at = bytes.indexOf(0xff, at);
    if (at < 0 || at + 1 >= bytes.length) return bytes.length;
    const next = bytes[at + 1] ?? 0;
    if (next !== 0 && !(next >= 0xd0 && next <= 0xd7)) return at;
    at += 2;
  }
}

/** Tag 0x0112 of the first directory of a TIFF block; 1 (upright) when it does not say. */
function readOrientation(tiff: Buffer): number {
  if (tiff.length < 8) return 1;
  const isLittle = tiff.toString('latin1', 0, 2) === 'II';
  const read16 = (at: number) => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const directory = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  if (directory + 2 > tiff.length) return 1;
  const count = read16(directory);
  for (let entry = 0; entry < count; entry += 1) {
    const at = directory + 2 + entry * 12;
    if (at + 12 > tiff.length) return 1;
    if (read16(at) !== 0x0112) continue;
    const value = read16(at + 8);
    return value >= 1 && value <= 8 ? value : 1;
  }
  return 1;
}

/** An Exif block with the one entry that the picture cannot be shown without. */
function orientationSegment(orientation: number): Buffer {
  const tiff = Buffer.alloc(26);
  tiff.write('II*\0', 'latin1');
  tiff.writeUInt32LE(8, 4);
  tiff.writeUInt16LE(1, 8);
  tiff.writeUInt16LE(0x0112, 10);
  tiff.writeUInt16LE(3, 12);
  tiff.writeUInt32LE(1, 14);
  tiff.writeUInt16LE(orientation, 18);
  const head = Buffer.from([0xff, APP1, 0, 0]);
  head.writeUInt16BE(2 + EXIF.length + tiff.length, 2);
  return Buffer.concat([head, EXIF, tiff]);
}
