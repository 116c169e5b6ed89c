import { type Box, boxesIn, free, fullBody, readBoxes } from './boxes.ts';
import { cleanMovie } from './clean-film.ts';
import type { CleanImage } from './cleaned.ts';
import { blankOutside, isWithin, type Range, within } from './kept-bytes.ts';

/**
 * HEIC and AVIF: boxes of ISO 14496-12, whose items (ISO 23008-12) are pictures, Exif, XMP and whatever else somebody
 * wanted to add. Nothing moves: what is no picture becomes zeros, and a box that is not needed becomes `free`. One that
 * moves has a film besides, whose pictures only the film knows: there nothing becomes zeros but what is known to be words.
 */
const TOP_BOXES = new Set(['ftyp', 'meta', 'mdat', 'moov']);
const META_BOXES = new Set(['hdlr', 'pitm', 'iloc', 'iinf', 'iref', 'iprp', 'idat', 'dinf', 'grpl']);
/** Coded pictures, and how others are put together of them. */
const PICTURES = new Set(['hvc1', 'av01', 'avc1', 'vvc1', 'jpeg', 'unci', 'grid', 'iovl', 'iden', 'tmap']);
/** Names, descriptions and times among the properties of a picture; the others say how it is shown. */
const WORDS = new Set(['udes', 'altt', 'crtt', 'mdft', 'uuid', 'free', 'skip']);
/** Pieces of a picture: far more than cameras make. */
const MAX_PIECES = 100_000;
/** In an item's address: from the beginning of the file, or of the box `idat`. */
const IN_FILE = 0;
const IN_IDAT = 1;

export function cleanHeif(bytes: Buffer): CleanImage | null {
  const out = Buffer.from(bytes);
  try {
    return clean(out);
  } catch (error) {
    // Read past the end: it is not what it says.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function clean(out: Buffer): CleanImage | null {
  const boxes = readBoxes(out, { start: 0, end: out.length });
  const [meta, ...more] = boxes.filter(({ type }) => type === 'meta');
  const [movie, ...movies] = boxes.filter(({ type }) => type === 'moov');
  const isInPieces = boxes.some(({ type }) => type === 'moof');
  if (!meta || more.length > 0 || movies.length > 0 || isInPieces) return null;
  const inner = boxesIn(out, fullBody(meta));
  const find = (type: string) => inner?.find((box) => box.type === type);
  const [places, infos, properties] = [find('iloc'), find('iinf'), find('iprp')];
  if (!inner || !places || !infos || !properties) return null;
  const idat = find('idat')?.body ?? { start: 0, end: 0 };
  const items = sortItems(out, infos);
  const kept = items && readPlaces(out, places, items.pictures, idat.start);
  if (!kept?.every((range) => isWithin(range, out))) return null;
  const told =
    movie && toldBeside(out, movie, readPlaces(out, places, items?.words ?? new Set(), idat.start));
  if (told === null) return null;
  const size = cleanProperties(out, properties);

  for (const box of boxes) if (!TOP_BOXES.has(box.type)) free(out, box);
  for (const box of inner) if (!META_BOXES.has(box.type)) free(out, box);
  const data = boxes.filter(({ type }) => type === 'mdat').map(({ body }) => body);
  const filled = [idat, ...data].toSorted((a, b) => a.start - b.start);
  if (told) for (const { start, end } of within(told, filled)) out.fill(0, start, end);
  else for (const place of filled) blankOutside(out, kept, place);
  // What comes after the last box is no part of the picture.
  return size && { parts: [out.subarray(0, boxes.at(-1)?.body.end)], ...size };
}

/** Cleans the film. @returns where words stand, of the picture and of the film; null when one cannot be read */
function toldBeside(bytes: Buffer, { body }: Box, words: Range[] | null): Range[] | null {
  const told = cleanMovie(bytes.subarray(body.start, body.end));
  return told && words && [...told, ...words];
}

/**
 * The ids of items that are pictures, and of the others, which become items of no known type, and without a name. Null
 * when there is one of the old kind, which has no type.
 */
function sortItems(bytes: Buffer, infos: Box): Record<'pictures' | 'words', Set<number>> | null {
  const { start, end } = fullBody(infos);
  const isShort = bytes.readUInt8(infos.body.start) === 0;
  const items = boxesIn(bytes, { start: start + (isShort ? 2 : 4), end });
  const [pictures, words] = [new Set<number>(), new Set<number>()];
  for (const { body } of items ?? []) {
    const version = bytes.readUInt8(body.start);
    if (version < 2) return null;
    const at = body.start + 4;
    const [id, typeAt] = version === 2 ? [bytes.readUInt16BE(at), at + 4] : [bytes.readUInt32BE(at), at + 6];
    if (PICTURES.has(bytes.toString('latin1', typeAt, typeAt + 4))) pictures.add(id);
    else {
      words.add(id);
      bytes.write('free', typeAt, 'latin1');
      bytes.fill(0, typeAt + 4, body.end);
    }
  }
  return items && { pictures, words };
}

/** Where these items stand; null when one is somewhere else than in the file. */
function readPlaces(bytes: Buffer, box: Box, wanted: ReadonlySet<number>, idatStart: number): Range[] | null {
  let at = fullBody(box).start;
  const take = (width: number) => {
    const value = width === 8 ? Number(bytes.readBigUInt64BE(at)) : width ? bytes.readUIntBE(at, width) : 0;
    at += width;
    return value;
  };
  const version = bytes.readUInt8(box.body.start);
  const widths = take(2);
  const [ofOffset, ofLength, ofBase] = [widths >> 12, (widths >> 8) & 15, (widths >> 4) & 15];
  const ofIndex = version === 0 ? 0 : widths & 15;
  // Without lengths, pieces would cost nothing.
  if (
    version > 2 ||
    ofLength === 0 ||
    [ofOffset, ofLength, ofBase, ofIndex].some((width) => ![0, 4, 8].includes(width))
  )
    return null;
  const ofId = version === 2 ? 4 : 2;
  const ranges: Range[] = [];
  for (let items = take(ofId); items > 0; items -= 1) {
    const isWanted = wanted.has(take(ofId));
    const method = version === 0 ? IN_FILE : take(2) & 15;
    const isElsewhere = take(2) !== 0 || (method !== IN_FILE && method !== IN_IDAT);
    const base = take(ofBase) + (method === IN_IDAT ? idatStart : 0);
    for (let extents = take(2); extents > 0; extents -= 1) {
      take(ofIndex);
      const start = base + take(ofOffset);
      const length = take(ofLength);
      if (!isWanted) continue;
      // No length means all that there is.
      if (isElsewhere || length === 0 || ranges.length >= MAX_PIECES) return null;
      ranges.push({ start, end: start + length });
    }
  }
  return ranges;
}

/** Takes the words out of the properties. @returns the size of the largest picture */
function cleanProperties(bytes: Buffer, box: Box): { width: number; height: number } | null {
  const shared = boxesIn(bytes, box.body)?.find(({ type }) => type === 'ipco');
  let largest = { width: 0, height: 0 };
  for (const property of (shared && boxesIn(bytes, shared.body)) ?? []) {
    // Pictures name their properties by their place in the list.
    if (WORDS.has(property.type)) free(bytes, property);
    if (property.type !== 'ispe') continue;
    const [width, height] = [4, 8].map((at) => bytes.readUInt32BE(property.body.start + at)) as [
      number,
      number,
    ];
    if (width * height > largest.width * largest.height) largest = { width, height };
  }
  return largest.width > 0 ? largest : null;
}
