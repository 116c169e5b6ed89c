import type { CleanImage } from './cleaned.ts';
import { blankOutside, isWithin, type Range } from './kept-bytes.ts';

const HEAD_BYTES = 8;
const ENTRY_BYTES = 12;
/** More pages than a scanner makes, and more strips than they have: reading numbers costs memory. */
const MAX_DIRECTORIES = 2_000;
const MAX_NUMBERS = 300_000;

const WIDTH = 256;
const HEIGHT = 257;
const SUB_DIRECTORIES = 330;
/** Where pixels stand, and the tag with their lengths: strips, tiles, a thumbnail in JPEG. */
const PIXELS = new Map([
  [273, 279],
  [324, 325],
  [513, 514],
]);
/** What pixels and colours need (TIFF 6.0, its supplements, ICC.1 annex B). All others speak of the picture's maker. */
const KEPT = new Set([
  254, 255, 256, 257, 258, 259, 262, 263, 264, 265, 266, 273, 274, 277, 278, 279, 280, 281, 282, 283, 284,
  290, 291, 292, 293, 296, 297, 301, 317, 318, 319, 320, 321, 322, 323, 324, 325, 326, 327, 328, 330, 332,
  334, 336, 338, 339, 340, 341, 347, 512, 513, 514, 529, 530, 531, 532, 34675,
]);
/** Bytes of one value, by type. */
const SIZES = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4];

interface Entry {
  tag: number;
  type: number;
  count: number;
  /** Where its values are: in the entry itself when they have room there. */
  values: Range;
  raw: Buffer;
}

/**
 * Directories without the entries that no pixel needs, and zeros wherever nothing points to any more. Files over 4 GB
 * (BigTIFF) and the tables of JPEG as TIFF 6.0 had it are not understood.
 */
export function cleanTiff(bytes: Buffer): CleanImage | null {
  if (bytes.length < HEAD_BYTES) return null;
  const out = Buffer.from(bytes);
  let left = MAX_NUMBERS;
  const isLittle = out.toString('latin1', 0, 2) === 'II';
  const read16 = (at: number) => (isLittle ? out.readUInt16LE(at) : out.readUInt16BE(at));
  const read32 = (at: number) => (isLittle ? out.readUInt32LE(at) : out.readUInt32BE(at));
  if (read16(2) !== 42) return null;

  const kept: Range[] = [{ start: 0, end: HEAD_BYTES }];
  const sizes: { width: number; height: number }[] = [];
  const open = [read32(4)];
  const seen = new Set<number>();
  for (let at = open.shift(); at !== undefined; at = open.shift()) {
    if (at === 0 || seen.has(at)) continue;
    seen.add(at);
    const directory = seen.size <= MAX_DIRECTORIES ? readDirectory(at) : null;
    if (!directory) return null;
    open.push(...directory);
  }
  blankOutside(out, kept, { start: 0, end: out.length });
  const [largest] = sizes.toSorted((a, b) => b.width * b.height - a.width * a.height);
  return largest ? { parts: [out], ...largest } : null;

  /** Drops what is not kept. @returns where other directories stand; null for what cannot be one */
  function readDirectory(at: number): number[] | null {
    if (at + 2 > out.length) return null;
    const count = read16(at);
    const next = at + 2 + count * ENTRY_BYTES;
    if (next + 4 > out.length) return null;
    const entries = new Map<number, Entry>();
    for (let from = at + 2; from < next; from += ENTRY_BYTES) {
      const entry = readEntry(from);
      if (entry && KEPT.has(entry.tag)) entries.set(entry.tag, entry);
    }
    const following = read32(next);
    const others = entries.get(SUB_DIRECTORIES);
    if ([...entries.values()].some(({ values }) => !isWithin(values, out))) return null;
    const pixels = [...PIXELS].map(([where, long]) => rangesOf(entries.get(where), entries.get(long)));
    if (pixels.some((ranges) => !ranges?.every((range) => isWithin(range, out)))) return null;
    kept.push(
      ...pixels.flatMap((ranges) => ranges ?? []),
      ...[...entries.values()].map(({ values }) => values),
    );
    const size = { width: numbers(entries.get(WIDTH))[0] ?? 0, height: numbers(entries.get(HEIGHT))[0] ?? 0 };
    sizes.push(size);
    const subDirectories = numbers(others);
    writeDirectory(at, [...entries.values()], following);
    return [...subDirectories, following];
  }

  function readEntry(at: number): Entry | null {
    const [tag, type, count] = [read16(at), read16(at + 2), read32(at + 4)];
    const size = (SIZES[type] ?? 0) * count;
    if (size === 0) return null;
    const start = size <= 4 ? at + 8 : read32(at + 8);
    const raw = Buffer.from(out.subarray(at, at + ENTRY_BYTES));
    return { tag, type, count, values: { start, end: start + size }, raw };
  }

  /** Its whole numbers (bytes, shorts or longs); none when there are too many in the file. */
  function numbers(entry: Entry | undefined): number[] {
    if (!entry || entry.count > left) return [];
    left -= entry.count;
    const width = SIZES[entry.type] ?? 1;
    const read = width === 1 ? (at: number) => out.readUInt8(at) : width === 2 ? read16 : read32;
    return Array.from({ length: entry.count }, (_, n) => read(entry.values.start + n * width));
  }

  /** Null when one says less than the other, or too much. */
  function rangesOf(where: Entry | undefined, long: Entry | undefined): Range[] | null {
    const [starts, lengths] = [numbers(where), numbers(long)];
    if (starts.length < (where?.count ?? 0) || starts.length > lengths.length) return null;
    return starts.map((start, n) => ({ start, end: start + (lengths[n] ?? 0) }));
  }

  /** In its old place, where it has room: what it loses becomes zeros with everything else. */
  function writeDirectory(at: number, entries: readonly Entry[], following: number): void {
    const end = at + 2 + entries.length * ENTRY_BYTES;
    const write32 = (value: number, to: number) =>
      isLittle ? out.writeUInt32LE(value, to) : out.writeUInt32BE(value, to);
    if (isLittle) out.writeUInt16LE(entries.length, at);
    else out.writeUInt16BE(entries.length, at);
    for (const [n, { raw }] of entries.entries()) raw.copy(out, at + 2 + n * ENTRY_BYTES);
    write32(following, end);
    kept.push({ start: at, end: end + 4 });
  }
}
