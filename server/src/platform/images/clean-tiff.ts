import type { CleanImage } from './cleaned.ts';
import { blankOutside, isWithin, type Range } from './kept-bytes.ts';

/**
 * TIFF 6.0 ("TIFF structure"): a head of eight bytes with the order of bytes, 42 and the address of the first directory. A
 * directory has a number of two bytes, as many entries, and the address of the next directory, or 0. An entry has a tag and a
 * type of two bytes each, and in four bytes each how many values it has, and the values or, if they need more, their address.
 */
const HEAD_BYTES = 8;
const VERSION = 42;
const COUNT_BYTES = 2;
const ENTRY_BYTES = 12;
const ADDRESS_BYTES = 4;
/** More pages than a scanner makes, and more strips than they have: reading numbers costs memory. */
const MAX_DIRECTORIES = 2_000;
const MAX_NUMBERS = 300_000;

const IMAGE_WIDTH = 256;
const IMAGE_LENGTH = 257;
const SUB_DIRECTORIES = 330;
/** Tags that say where pixels stand, and those with their lengths: strips, tiles, a thumbnail in JPEG. */
const PIXELS = new Map([
  [273, 279],
  [324, 325],
  [513, 514],
]);
/** What pixels and colours need (TIFF 6.0 and its supplements). All others speak of the picture's maker. */
const KEPT_TAGS = new Set(
  [
    // What kind of picture it is, its size, how many bits a pixel has, how they are coded, and what black and white are.
    [254, 255, 256, 257, 258, 259, 262, 263, 264, 265, 266],
    // Strips, which side is up, samples of a pixel and their limits, resolution, planes.
    [273, 274, 277, 278, 279, 280, 281, 282, 283, 284],
    // Shades of grey, options of fax codes, the unit of the resolution, the number of the page.
    [290, 291, 292, 293, 296, 297],
    // Transfer function, predictor, white point, primary colours, the table of colours, halftones.
    [301, 317, 318, 319, 320, 321],
    // Tiles, damaged lines of a fax, directories of other sizes of the same picture.
    [322, 323, 324, 325, 326, 327, 328, 330],
    // Inks, additional samples, what kind of numbers samples are, the tables of JPEG.
    [332, 334, 336, 338, 339, 340, 341, 347],
    // A thumbnail in JPEG, how brightness and colour are mixed, reference black and white.
    [512, 513, 514, 529, 530, 531, 532],
    // The colour profile (ICC.1, annex B).
    [34675],
  ].flat(),
);
/** Bytes of one value, by type: type 1 is a byte, 3 a number of two bytes, 4 one of four. */
const VALUE_BYTES = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4];

interface Entry {
  tag: number;
  type: number;
  count: number;
  /** Where its values stand: in the entry itself when they have room there. */
  values: Range;
  raw: Buffer;
}

type Numbers = ReturnType<typeof numbersOf>;

interface Tiff extends Numbers {
  bytes: Buffer;
  /** What does not become zeros. */
  kept: Range[];
  sizes: { width: number; height: number }[];
  numbersLeft: number;
}

/**
 * Directories without the entries that no pixel needs, and zeros wherever nothing points to any more. Files over 4 GB
 * (BigTIFF) and the tables of JPEG as TIFF 6.0 had it are not understood.
 */
export function cleanTiff(original: Buffer): CleanImage | null {
  if (original.length < HEAD_BYTES) return null;
  const bytes = Buffer.from(original);
  const numbers = numbersOf(bytes);
  if (numbers.read16(2) !== VERSION) return null;
  const kept = [{ start: 0, end: HEAD_BYTES }];
  const tiff: Tiff = { ...numbers, bytes, kept, sizes: [], numbersLeft: MAX_NUMBERS };

  const addresses = [tiff.read32(4)];
  const seen = new Set<number>();
  for (let at = addresses.shift(); at !== undefined; at = addresses.shift()) {
    if (at === 0 || seen.has(at)) continue;
    seen.add(at);
    const others = seen.size <= MAX_DIRECTORIES ? cleanDirectory(tiff, at) : null;
    if (!others) return null;
    addresses.push(...others);
  }
  blankOutside(bytes, kept, { start: 0, end: bytes.length });
  // The other directories are thumbnails, and other sizes of it.
  const [largest] = tiff.sizes.toSorted((a, b) => b.width * b.height - a.width * a.height);
  return largest ? { parts: [bytes], ...largest } : null;
}

/** `II` stands for little-endian ("Intel"), `MM` for big-endian ("Motorola"). */
function numbersOf(bytes: Buffer) {
  const isLittle = bytes.toString('latin1', 0, 2) === 'II';
  return {
    read16: (at: number) => (isLittle ? bytes.readUInt16LE(at) : bytes.readUInt16BE(at)),
    read32: (at: number) => (isLittle ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at)),
    write16: (value: number, at: number) =>
      isLittle ? bytes.writeUInt16LE(value, at) : bytes.writeUInt16BE(value, at),
    write32: (value: number, at: number) =>
      isLittle ? bytes.writeUInt32LE(value, at) : bytes.writeUInt32BE(value, at),
  };
}

/** Drops the entries that are not kept. @returns where other directories stand; null for what cannot be one */
function cleanDirectory(tiff: Tiff, at: number): number[] | null {
  const { bytes, kept } = tiff;
  if (at + COUNT_BYTES > bytes.length) return null;
  const end = at + COUNT_BYTES + tiff.read16(at) * ENTRY_BYTES;
  if (end + ADDRESS_BYTES > bytes.length) return null;
  const entries = new Map<number, Entry>();
  for (let from = at + COUNT_BYTES; from < end; from += ENTRY_BYTES) {
    const entry = readEntry(tiff, from);
    if (entry && KEPT_TAGS.has(entry.tag)) entries.set(entry.tag, entry);
  }
  if ([...entries.values()].some(({ values }) => !isWithin(values, bytes))) return null;
  const pixels = [...PIXELS].map(([where, long]) => pixelRanges(tiff, entries.get(where), entries.get(long)));
  if (pixels.some((ranges) => !ranges?.every((range) => isWithin(range, bytes)))) return null;
  kept.push(
    ...pixels.flatMap((ranges) => ranges ?? []),
    ...[...entries.values()].map(({ values }) => values),
  );
  const [width = 0] = readNumbers(tiff, entries.get(IMAGE_WIDTH));
  const [height = 0] = readNumbers(tiff, entries.get(IMAGE_LENGTH));
  tiff.sizes.push({ width, height });
  // All is read before the directory is written again: its entries move.
  const others = readNumbers(tiff, entries.get(SUB_DIRECTORIES));
  const next = tiff.read32(end);
  writeDirectory(tiff, at, [...entries.values()], next);
  return [...others, next];
}

/** Null when it has no values, or of a type that nobody knows. */
function readEntry(tiff: Tiff, at: number): Entry | null {
  const [tag, type, count] = [tiff.read16(at), tiff.read16(at + 2), tiff.read32(at + 4)];
  const size = (VALUE_BYTES[type] ?? 0) * count;
  if (size === 0) return null;
  const start = size <= ADDRESS_BYTES ? at + 8 : tiff.read32(at + 8);
  const raw = Buffer.from(tiff.bytes.subarray(at, at + ENTRY_BYTES));
  return { tag, type, count, values: { start, end: start + size }, raw };
}

/** Its whole numbers, of one, two or four bytes; none when there are too many in the file. */
function readNumbers(tiff: Tiff, entry: Entry | undefined): number[] {
  if (!entry || entry.count > tiff.numbersLeft) return [];
  tiff.numbersLeft -= entry.count;
  const width = VALUE_BYTES[entry.type] ?? 1;
  const read =
    width === 1 ? (at: number) => tiff.bytes.readUInt8(at) : width === 2 ? tiff.read16 : tiff.read32;
  return Array.from({ length: entry.count }, (_, n) => read(entry.values.start + n * width));
}

/** Where pixels stand; null when one entry has fewer numbers than the other, or too many. */
function pixelRanges(tiff: Tiff, where: Entry | undefined, long: Entry | undefined): Range[] | null {
  const [starts, lengths] = [readNumbers(tiff, where), readNumbers(tiff, long)];
  if (starts.length < (where?.count ?? 0) || starts.length > lengths.length) return null;
  return starts.map((start, n) => ({ start, end: start + (lengths[n] ?? 0) }));
}

/** In its old place, where it has room: what it loses becomes zeros with everything else. */
function writeDirectory(tiff: Tiff, at: number, entries: readonly Entry[], next: number): void {
  const end = at + COUNT_BYTES + entries.length * ENTRY_BYTES;
  tiff.write16(entries.length, at);
  for (const [n, { raw }] of entries.entries()) raw.copy(tiff.bytes, at + COUNT_BYTES + n * ENTRY_BYTES);
  tiff.write32(next, end);
  tiff.kept.push({ start: at, end: end + ADDRESS_BYTES });
}
