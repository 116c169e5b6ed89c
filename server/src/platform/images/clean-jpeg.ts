import type { CleanImage } from './cleaned.ts';

/**
 * JPEG (ITU-T T.81, annex B): markers of two bytes, of which the first is 0xff. Most begin a segment: two bytes with its
 * length, these two included, then its contents. Behind the segment "start of scan" come coded pixels.
 */
const START_OF_IMAGE = 0xd8;
const END_OF_IMAGE = 0xd9;
const START_OF_SCAN = 0xda;
const COMMENT = 0xfe;
/** Exif stands in a segment of this application. */
const APP1 = 0xe1;
const EXIF = Buffer.from('Exif\0\0', 'latin1');

/** Table B.1. "Temporary" and the eight marks at which decoding can start again stand alone. */
const isRestart = (marker: number) => marker >= 0xd0 && marker <= 0xd7;
const standsAlone = (marker: number) => marker === 0x01 || isRestart(marker);
/** A frame tells the size; the three left out among them are tables and one that is reserved. */
const isFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
const isApplication = (marker: number) => marker >= 0xe0 && marker <= 0xef;

/** Keeps all segments but those of applications: of these only what tells the colours, and which side is up. */
export function cleanJpeg(bytes: Buffer): CleanImage | null {
  if (bytes[0] !== 0xff || bytes[1] !== START_OF_IMAGE) return null;
  const parts: Uint8Array[] = [];
  let size: { width: number; height: number } | null = null;
  let orientation = UPRIGHT;
  let at = 2;
  while (at + 1 < bytes.length) {
    if (bytes[at] !== 0xff) return null;
    const marker = bytes[at + 1] ?? 0;
    // Any number of 0xff may stand before a marker (B.1.1.2).
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    // What follows is no part of the picture.
    if (marker === END_OF_IMAGE) break;
    if (standsAlone(marker)) {
      parts.push(bytes.subarray(at, at + 2));
      at += 2;
      continue;
    }
    if (at + 4 > bytes.length) return null;
    const end = at + 2 + bytes.readUInt16BE(at + 2);
    if (end < at + 4 || end > bytes.length) return null;
    const segment = bytes.subarray(at, end);
    // A frame (B.2.2) has behind the length one byte with the bits of a sample, then height and width.
    if (isFrame(marker) && segment.length >= 9)
      size = { height: segment.readUInt16BE(5), width: segment.readUInt16BE(7) };
    if (marker === APP1 && segment.subarray(4, 10).equals(EXIF))
      orientation = readOrientation(segment.subarray(10));
    if (isKept(marker, segment)) parts.push(segment);
    at = end;
    if (marker !== START_OF_SCAN) continue;
    const endOfPixels = findEndOfScan(bytes, at);
    parts.push(bytes.subarray(at, endOfPixels));
    at = endOfPixels;
  }
  if (!size) return null;
  const turned = orientation === UPRIGHT ? [] : [orientationSegment(orientation)];
  const [start, end] = [Buffer.from([0xff, START_OF_IMAGE]), Buffer.from([0xff, END_OF_IMAGE])];
  const { width, height } = size;
  const shown = orientation < FIRST_SIDEWAYS ? { width, height } : { width: height, height: width };
  return { parts: [start, ...turned, ...parts, end], ...shown };
}

function isKept(marker: number, segment: Buffer): boolean {
  if (marker === COMMENT) return false;
  if (!isApplication(marker)) return true;
  const starts = (name: string) => segment.toString('latin1', 4, 4 + name.length) === name;
  return starts('JFIF\0') || starts('ICC_PROFILE\0') || starts('Adobe');
}

/** Within the pixels 0xff is followed by 0 or by a restart mark (B.1.1.5). */
function findEndOfScan(bytes: Buffer, from: number): number {
  let at = from;
  for (;;) {
    at = bytes.indexOf(0xff, at);
    if (at < 0 || at + 1 >= bytes.length) return bytes.length;
    const next = bytes[at + 1] ?? 0;
    if (next !== 0 && !isRestart(next)) return at;
    at += 2;
  }
}

/** Exif 2.32, 4.6.4: which side is up, from 1 to 8; from 5 on width and height are swapped when it is shown. */
const ORIENTATION_TAG = 0x0112;
const UPRIGHT = 1;
const LAST_ORIENTATION = 8;
const FIRST_SIDEWAYS = 5;

/**
 * Reads it from an Exif block, which is a small TIFF (clean-tiff.ts): the order of bytes, 42, the address of a directory of
 * entries of twelve bytes.
 *
 * @returns upright when the first directory does not say
 */
function readOrientation(tiff: Buffer): number {
  if (tiff.length < 8) return UPRIGHT;
  const isLittle = tiff.toString('latin1', 0, 2) === 'II';
  const read16 = (at: number) => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const directory = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  if (directory + 2 > tiff.length) return UPRIGHT;
  const count = read16(directory);
  for (let entry = 0; entry < count; entry += 1) {
    const at = directory + 2 + entry * 12;
    if (at + 12 > tiff.length) return UPRIGHT;
    if (read16(at) !== ORIENTATION_TAG) continue;
    const value = read16(at + 8);
    return value >= UPRIGHT && value <= LAST_ORIENTATION ? value : UPRIGHT;
  }
  return UPRIGHT;
}

/** Writes an Exif block with the one entry that the picture cannot be shown without. */
function orientationSegment(orientation: number): Buffer {
  const tiff = Buffer.alloc(26);
  // Little-endian, 42, and the address of the directory.
  tiff.write('II*\0', 'latin1');
  tiff.writeUInt32LE(8, 4);
  // One entry: its tag, its type (a number of two bytes), how many values, the value. No directory follows.
  tiff.writeUInt16LE(1, 8);
  tiff.writeUInt16LE(ORIENTATION_TAG, 10);
  tiff.writeUInt16LE(3, 12);
  tiff.writeUInt32LE(1, 14);
  tiff.writeUInt16LE(orientation, 18);
  const head = Buffer.from([0xff, APP1, 0, 0]);
  head.writeUInt16BE(2 + EXIF.length + tiff.length, 2);
  return Buffer.concat([head, EXIF, tiff]);
}
