import { type FileHandle, open } from 'node:fs/promises';
import { type Box, freeBox, readAllBoxes, readBox, readBoxes } from './boxes.ts';
import { locateSamples } from './film-samples.ts';
import { clipTo, type Range } from './kept-bytes.ts';

/**
 * Films and sounds made of boxes (ISO 14496-12): what they say of where, when and with what they were recorded goes, and
 * no picture or sound is touched. Nothing moves: a box that is not needed becomes `free`, of zeros, times become zero, and
 * a track of anything but pictures, sounds and words goes with what it tells moment by moment, such as positions.
 *
 * As they came stay: films and sounds made otherwise (Matroska, AVI, MP3, Ogg), and raw pictures, which cannot be
 * developed without what the camera says in them.
 */
const FILM_TYPES = new Set([
  'audio/mp4',
  'audio/x-m4a',
  'video/3gpp',
  'video/3gpp2',
  'video/mp4',
  'video/quicktime',
  'video/x-m4v',
]);

/**
 * What players need, in the file, in its box `moov` and in each track of that; all else is somebody's addition. The types
 * are those of ISO 14496-12 (6.2.3, table 1), of MPEG-4 (`iods`), of encryption (ISO 23001-7, `pssh`) and of Apple's
 * QuickTime File Format (`wide`, `load`, `matt`, `clip`, `tapt`).
 */
const TOP_BOXES = new Set(['ftyp', 'styp', 'pdin', 'moov', 'mdat', 'moof', 'mfra', 'sidx', 'ssix', 'wide']);
const MOVIE_BOXES = new Set(['mvhd', 'trak', 'mvex', 'iods', 'pssh']);
const TRACK_BOXES = new Set(['tkhd', 'tref', 'edts', 'mdia', 'load', 'matt', 'clip', 'trgr', 'tapt']);
/** Kinds of tracks that are shown: pictures, sounds, subtitles, chapters and time codes. */
const SHOWN_TRACKS = new Set('vide auxv pict soun text sbtl subt clcp hint tmcd'.split(' '));
const SEEN_TRACKS = new Set(['vide', 'auxv', 'pict']);
/** The size of the box `moov` in a film of 64 MB; it is read as a whole. */
const MAX_MOVIE_BYTES = 16 * 1024 * 1024;
const MAX_TOP_BOXES = 10_000;
const ZEROS = Buffer.alloc(64 * 1024);

export const isFilm = (mime: string | null): boolean => mime !== null && FILM_TYPES.has(mime);

/** Whether a file in the form of a film has sounds, and nothing to look at: voice notes of Opus in MP4 begin like a film. */
export async function isSoundOnly(file: string, size: number): Promise<boolean> {
  const handle = await open(file);
  try {
    const movie = (await readTopBoxes(handle, size)).find(({ type }) => type === 'moov');
    if (!movie || movie.body.end - movie.body.start > MAX_MOVIE_BYTES) return false;
    const kinds = kindsOfTracks(await readRange(handle, movie.body));
    return kinds.includes('soun') && !kinds.some((kind) => SEEN_TRACKS.has(kind));
  } finally {
    await handle.close();
  }
}

/**
 * Cleans a film in its place on the disk. What is not made as films are stays as it is: nobody can say what it says.
 * @returns its size
 */
export async function cleanFilm(file: string, size: number): Promise<number> {
  const handle = await open(file, 'r+');
  try {
    const boxes = await readTopBoxes(handle, size);
    const movie = boxes.find(({ type }) => type === 'moov');
    if (!movie || boxes.length === MAX_TOP_BOXES || movie.body.end - movie.body.start > MAX_MOVIE_BYTES)
      return size;
    const bytes = await readRange(handle, movie.body);
    const unneeded = cleanMovie(bytes);
    if (!unneeded) return size;
    // The samples of removed tracks go first: once the tables are written nobody finds them any more.
    const data = boxes.filter(({ type }) => type === 'mdat').map(({ body }) => body);
    for (const range of clipTo(data, unneeded)) await writeZeros(handle, range);
    await handle.write(bytes, 0, bytes.length, movie.body.start);
    // Then the boxes beside the movie that no player needs.
    for (const { type, typeAt, body } of boxes.filter((box) => !TOP_BOXES.has(box.type))) {
      if (type !== 'free') await handle.write('free', typeAt, 'latin1');
      await writeZeros(handle, body);
    }
    // At last, what came behind the last box.
    const end = await findEnd(handle, boxes.at(-1)?.body.end ?? size, size);
    await handle.truncate(end);
    await handle.sync();
    return end;
  } finally {
    await handle.close();
  }
}

/** Reads the heads of the boxes alone: what they hold may be most of a large file. */
async function readTopBoxes(handle: FileHandle, size: number): Promise<Box[]> {
  const boxes: Box[] = [];
  for (let at = 0; at + 16 <= size && boxes.length < MAX_TOP_BOXES; ) {
    const box = readBox(await readRange(handle, { start: at, end: at + 16 }), 0, size - at);
    if (!box) break;
    const body = { start: at + box.body.start, end: at + box.body.end };
    boxes.push({ ...box, typeAt: at + box.typeAt, body });
    at = body.end;
  }
  return boxes;
}

/** Makers add what is no box behind the last one; but the sounds and pictures of a film that broke off stay. */
async function findEnd(handle: FileHandle, lastBoxEnd: number, size: number): Promise<number> {
  if (lastBoxEnd + 8 > size) return lastBoxEnd;
  const head = await readRange(handle, { start: lastBoxEnd, end: lastBoxEnd + 8 });
  return head.toString('latin1', 4) === 'mdat' ? size : lastBoxEnd;
}

/**
 * Cleans what the box `moov` holds.
 *
 * @returns where in the file samples stand that nobody needs; null when it is no movie: these bytes must not be written then
 */
export function cleanMovie(bytes: Buffer): Range[] | null {
  try {
    const boxes = readAllBoxes(bytes, { start: 0, end: bytes.length });
    if (!boxes?.some(({ type }) => type === 'mvhd')) return null;
    // All tracks are read before anything is changed: what cannot be read stays whole.
    const tracks = boxes.filter(({ type }) => type === 'trak').map((box) => readTrack(bytes, box));
    for (const box of boxes) if (!MOVIE_BOXES.has(box.type)) freeBox(bytes, box);
    for (const box of boxes) if (box.type === 'mvhd') clearTimes(bytes, box);
    return tracks.flatMap((track) => cleanTrack(bytes, track));
  } catch (error) {
    // It was read past its end.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

interface Track {
  box: Box;
  /** What it holds, and what its box `mdia` holds. */
  inner: Box[];
  media: Box[];
  /** Where its samples stand; null for a track that stays. */
  unneeded: Range[] | null;
}

function readTrack(bytes: Buffer, box: Box): Track {
  const inner = readBoxesOf(bytes, box.body);
  const media = inner.filter(({ type }) => type === 'mdia').flatMap(({ body }) => readBoxesOf(bytes, body));
  const unneeded = SHOWN_TRACKS.has(kindOf(bytes, media)) ? null : locateSamples(bytes, media);
  return { box, inner, media, unneeded };
}

/** `hdlr` (8.4.3) names the kind of a track behind its version, its flags and four bytes of zeros. */
function kindOf(bytes: Buffer, media: readonly Box[]): string {
  const handler = media.find(({ type }) => type === 'hdlr')?.body;
  return handler ? bytes.toString('latin1', handler.start + 8, handler.start + 12) : '';
}

function kindsOfTracks(movie: Buffer): string[] {
  const inside = (boxes: readonly Box[], type: string) =>
    boxes.filter((box) => box.type === type).map(({ body }) => readBoxes(movie, body));
  return inside(readBoxes(movie, { start: 0, end: movie.length }), 'trak').map((track) =>
    kindOf(movie, inside(track, 'mdia').flat()),
  );
}

/** Removes a track that is not shown, and from the others what no player needs. @returns where samples are unneeded now */
function cleanTrack(bytes: Buffer, { box, inner, media, unneeded }: Track): Range[] {
  if (unneeded) {
    freeBox(bytes, box);
    return unneeded;
  }
  for (const part of inner) if (!TRACK_BOXES.has(part.type)) freeBox(bytes, part);
  for (const part of [...inner, ...media])
    if (part.type === 'tkhd' || part.type === 'mdhd') clearTimes(bytes, part);
  return [];
}

/** @throws RangeError when there is anything but boxes */
function readBoxesOf(bytes: Buffer, place: Range): Box[] {
  const boxes = readAllBoxes(bytes, place);
  if (!boxes) throw new RangeError('a box that is none');
  return boxes;
}

/**
 * When it was made and changed: behind the version and the flags of `mvhd`, `tkhd` and `mdhd` two numbers of 32 bits or, in
 * version 1, of 64 (8.2.2, 8.3.2 and 8.4.2).
 */
function clearTimes(bytes: Buffer, { body: { start } }: Box): void {
  const isLong = bytes.readUInt8(start) === 1;
  bytes.fill(0, start + 4, start + (isLong ? 20 : 12));
}

async function readRange(handle: FileHandle, { start, end }: Range): Promise<Buffer> {
  const bytes = Buffer.alloc(end - start);
  await handle.read(bytes, 0, bytes.length, start);
  return bytes;
}

async function writeZeros(handle: FileHandle, { start, end }: Range): Promise<void> {
  for (let at = start; at < end; at += ZEROS.length)
    await handle.write(ZEROS, 0, Math.min(ZEROS.length, end - at), at);
}
