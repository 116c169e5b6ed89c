import { type Box, bodyOfFullBox, freeBox, readAllBoxes, readBoxes } from './boxes.ts';
import { cleanMovie } from './clean-film.ts';
import type { CleanImage } from './cleaned.ts';
import { blankOutside, clipTo, isWithin, type Range } from './kept-bytes.ts';

/**
 * HEIC and AVIF: boxes of ISO 14496-12, whose items (ISO 23008-12) are pictures, Exif, XMP and whatever else somebody
 * wanted to add. Nothing moves: what is no picture becomes zeros, and a box that is not needed becomes `free`. One that
 * moves has a film besides, whose pictures only the film knows: there nothing becomes zeros but what is known to be words.
 */
const TOP_BOXES = new Set(['ftyp', 'meta', 'mdat', 'moov']);
/** ISO 14496-12, 8.11: `meta` lists items (`iinf`), where they stand (`iloc`), and their properties (`iprp`). */
const META_BOXES = new Set(['hdlr', 'pitm', 'iloc', 'iinf', 'iref', 'iprp', 'idat', 'dinf', 'grpl']);
/** Types of items that are coded pictures, or say how others are put together of them. */
const PICTURES = new Set(['hvc1', 'av01', 'avc1', 'vvc1', 'jpeg', 'unci', 'grid', 'iovl', 'iden', 'tmap']);
/** Names, descriptions and times among the properties of a picture; the others say how it is shown. */
const WORDS = new Set(['udes', 'altt', 'crtt', 'mdft', 'uuid', 'free', 'skip']);
/** Of pictures: far more than cameras make. */
const MAX_PIECES = 100_000;
/** How an item's address counts ("construction method"): from the beginning of the file, or of the box `idat`. */
const IN_FILE = 0;
const IN_IDAT = 1;

export function cleanHeif(original: Buffer): CleanImage | null {
  const bytes = Buffer.from(original);
  try {
    return clean(bytes);
  } catch (error) {
    // It was read past its end: it is not what it says.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

interface Parts {
  boxes: Box[];
  movie: Box | undefined;
  /** What the box `meta` holds. */
  inner: Box[];
  places: Box;
  infos: Box;
  properties: Box;
  /** The body of `idat`. */
  idat: Range;
}

function clean(bytes: Buffer): CleanImage | null {
  const parts = findParts(bytes);
  if (!parts) return null;
  const { boxes, movie, inner, places, infos, properties, idat } = parts;
  const items = sortItems(bytes, infos);
  const kept = items && locateItems(bytes, places, items.pictures, idat.start);
  if (!kept?.every((range) => isWithin(range, bytes))) return null;
  const words =
    movie && findWords(bytes, movie, locateItems(bytes, places, items?.others ?? new Set(), idat.start));
  if (words === null) return null;
  const size = cleanProperties(bytes, properties);

  for (const box of boxes) if (!TOP_BOXES.has(box.type)) freeBox(bytes, box);
  for (const box of inner) if (!META_BOXES.has(box.type)) freeBox(bytes, box);
  const data = boxes.filter(({ type }) => type === 'mdat').map(({ body }) => body);
  const filled = [idat, ...data].toSorted((a, b) => a.start - b.start);
  if (words) for (const { start, end } of clipTo(filled, words)) bytes.fill(0, start, end);
  else for (const place of filled) blankOutside(bytes, kept, place);
  // What comes after the last box is no part of the picture.
  return size && { parts: [bytes.subarray(0, boxes.at(-1)?.body.end)], ...size };
}

/** Null when a part is missing, when there is a second of what there is one of, or when the film comes in pieces. */
function findParts(bytes: Buffer): Parts | null {
  const boxes = readBoxes(bytes, { start: 0, end: bytes.length });
  const [meta, ...moreMetas] = boxes.filter(({ type }) => type === 'meta');
  const [movie, ...moreMovies] = boxes.filter(({ type }) => type === 'moov');
  const isInPieces = boxes.some(({ type }) => type === 'moof');
  if (!meta || moreMetas.length > 0 || moreMovies.length > 0 || isInPieces) return null;
  const inner = readAllBoxes(bytes, bodyOfFullBox(meta));
  const find = (type: string) => inner?.find((box) => box.type === type);
  const [places, infos, properties] = [find('iloc'), find('iinf'), find('iprp')];
  if (!inner || !places || !infos || !properties) return null;
  return { boxes, movie, inner, places, infos, properties, idat: find('idat')?.body ?? { start: 0, end: 0 } };
}

/** Cleans the film. @returns where words stand, of the picture and of the film; null when one cannot be read */
function findWords(bytes: Buffer, { body }: Box, wordsOfPicture: Range[] | null): Range[] | null {
  const wordsOfFilm = cleanMovie(bytes.subarray(body.start, body.end));
  return wordsOfFilm && wordsOfPicture && [...wordsOfFilm, ...wordsOfPicture];
}

/**
 * Reads the list of items (8.11.6). All that are no pictures become items of no known type, and without a name.
 *
 * @returns their ids; null when there is an item of the old kind, which has no type
 */
function sortItems(bytes: Buffer, infos: Box): Record<'pictures' | 'others', Set<number>> | null {
  // Behind the version and the flags their number, of two bytes in version 0, of four in later ones; then a box for each.
  const { start, end } = bodyOfFullBox(infos);
  const isShort = bytes.readUInt8(infos.body.start) === 0;
  const items = readAllBoxes(bytes, { start: start + (isShort ? 2 : 4), end });
  const [pictures, others] = [new Set<number>(), new Set<number>()];
  for (const { body } of items ?? []) {
    const version = bytes.readUInt8(body.start);
    if (version < 2) return null;
    // An id of two bytes in version 2, of four in later ones; two bytes about its protection; its type; its name.
    const at = body.start + 4;
    const [id, typeAt] = version === 2 ? [bytes.readUInt16BE(at), at + 4] : [bytes.readUInt32BE(at), at + 6];
    if (PICTURES.has(bytes.toString('latin1', typeAt, typeAt + 4))) pictures.add(id);
    else {
      others.add(id);
      bytes.write('free', typeAt, 'latin1');
      bytes.fill(0, typeAt + 4, body.end);
    }
  }
  return items && { pictures, others };
}

/**
 * Finds where these items stand (8.11.3). The box says first how many bytes its numbers have, then for each item its
 * id, how its address counts, whether it stands in another file, its address, and the pieces that it consists of.
 *
 * @returns null when one is somewhere else than in the file
 */
function locateItems(
  bytes: Buffer,
  box: Box,
  wanted: ReadonlySet<number>,
  idatStart: number,
): Range[] | null {
  let at = bodyOfFullBox(box).start;
  const take = (width: number) => {
    const value = width === 8 ? Number(bytes.readBigUInt64BE(at)) : width ? bytes.readUIntBE(at, width) : 0;
    at += width;
    return value;
  };
  const version = bytes.readUInt8(box.body.start);
  // Four widths of four bits each.
  const widths = take(2);
  const [ofOffset, ofLength, ofBase] = [widths >> 12, (widths >> 8) & 15, (widths >> 4) & 15];
  const ofIndex = version === 0 ? 0 : widths & 15;
  const isKnown =
    version <= 2 && [ofOffset, ofLength, ofBase, ofIndex].every((width) => [0, 4, 8].includes(width));
  // Without lengths, pieces would cost nothing.
  if (!isKnown || ofLength === 0) return null;
  // Both the number of items and an id.
  const ofId = version === 2 ? 4 : 2;
  const ranges: Range[] = [];
  for (let items = take(ofId); items > 0; items -= 1) {
    const isWanted = wanted.has(take(ofId));
    const method = version === 0 ? IN_FILE : take(2) & 15;
    const isElsewhere = take(2) !== 0 || (method !== IN_FILE && method !== IN_IDAT);
    const base = take(ofBase) + (method === IN_IDAT ? idatStart : 0);
    for (let pieces = take(2); pieces > 0; pieces -= 1) {
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

/** Takes the words out of the properties (ISO 23008-12, 6.5). @returns the size of the largest picture */
function cleanProperties(bytes: Buffer, box: Box): { width: number; height: number } | null {
  const shared = readAllBoxes(bytes, box.body)?.find(({ type }) => type === 'ipco');
  let largest = { width: 0, height: 0 };
  for (const property of (shared && readAllBoxes(bytes, shared.body)) ?? []) {
    // Pictures name their properties by their place in the list, so none leaves it.
    if (WORDS.has(property.type)) freeBox(bytes, property);
    if (property.type !== 'ispe') continue;
    // ISO 23008-12, 6.5.3: behind the version and the flags, width and height.
    const { start } = bodyOfFullBox(property);
    const [width, height] = [bytes.readUInt32BE(start), bytes.readUInt32BE(start + 4)];
    if (width * height > largest.width * largest.height) largest = { width, height };
  }
  return largest.width > 0 ? largest : null;
}
