import { type FileHandle, open } from 'node:fs/promises';
import { type Box, boxAt, boxesIn, free } from './boxes.ts';
import { samplesOf } from './film-samples.ts';
import { type Range, within } from './kept-bytes.ts';

/**
 * Films and sounds made of boxes (ISO 14496-12): what they say of where, when and with what they were recorded goes, and
 * no picture or sound is touched. Nothing moves: a box that is not needed becomes `free`, of zeros, times become zero, and
 * a track of anything but pictures, sounds and words goes with what it tells moment by moment, such as positions.
 *
 * As they came stay: films and sounds made otherwise (Matroska, AVI, MP3, Ogg), and raw pictures, which cannot be
 * developed without what the camera says in them.
 */
const FILMS = new Set([
  'audio/mp4',
  'audio/x-m4a',
  'video/3gpp',
  'video/3gpp2',
  'video/mp4',
  'video/quicktime',
  'video/x-m4v',
]);

/** What players need; all else is somebody's addition. */
const TOP_BOXES = new Set(['ftyp', 'styp', 'pdin', 'moov', 'mdat', 'moof', 'mfra', 'sidx', 'ssix', 'wide']);
const MOVIE_BOXES = new Set(['mvhd', 'trak', 'mvex', 'iods', 'pssh']);
const TRACK_BOXES = new Set(['tkhd', 'tref', 'edts', 'mdia', 'load', 'matt', 'clip', 'trgr', 'tapt']);
/** Kinds of tracks: pictures, sounds, subtitles, chapters and time codes. */
const SHOWN = new Set(['vide', 'auxv', 'pict', 'soun', 'text', 'sbtl', 'subt', 'clcp', 'hint', 'tmcd']);
/** Size of the box `moov` in a film of 64 MB; it is read as a whole. */
const MAX_MOVIE_BYTES = 16 * 1024 * 1024;
const ZEROS = Buffer.alloc(64 * 1024);

export const isFilm = (mime: string | null): boolean => mime !== null && FILMS.has(mime);

/** In its place on the disk. What is not made as films are stays as it is: nobody can say what it says. @returns its size */
export async function cleanFilm(file: string, size: number): Promise<number> {
  const handle = await open(file, 'r+');
  try {
    const boxes = await topBoxes(handle, size);
    const movie = boxes.find(({ type }) => type === 'moov');
    if (!movie || boxes.length === MAX_TOP_BOXES || movie.body.end - movie.body.start > MAX_MOVIE_BYTES)
      return size;
    const bytes = await read(handle, movie.body);
    const told = cleanMovie(bytes);
    if (!told) return size;
    const data = boxes.filter(({ type }) => type === 'mdat').map(({ body }) => body);
    for (const range of within(told, data)) await blank(handle, range);
    await handle.write(bytes, 0, bytes.length, movie.body.start);
    for (const { type, typeAt, body } of boxes.filter((box) => !TOP_BOXES.has(box.type))) {
      if (type !== 'free') await handle.write('free', typeAt, 'latin1');
      await blank(handle, body);
    }
    const end = await endOf(handle, boxes.at(-1)?.body.end ?? size, size);
    await handle.truncate(end);
    await handle.sync();
    return end;
  } finally {
    await handle.close();
  }
}

const MAX_TOP_BOXES = 10_000;

async function topBoxes(handle: FileHandle, size: number): Promise<Box[]> {
  const boxes: Box[] = [];
  for (let at = 0; at + 16 <= size && boxes.length < MAX_TOP_BOXES; ) {
    const head = boxAt(await read(handle, { start: at, end: at + 16 }), 0, size - at);
    if (!head) break;
    const body = { start: at + head.body.start, end: at + head.body.end };
    boxes.push({ ...head, typeAt: at + head.typeAt, body });
    at = body.end;
  }
  return boxes;
}

/** Makers add what is no box behind the last one; but the sounds and pictures of a film that broke off stay. */
async function endOf(handle: FileHandle, last: number, size: number): Promise<number> {
  if (last + 8 > size) return last;
  const head = await read(handle, { start: last, end: last + 8 });
  return head.toString('latin1', 4) === 'mdat' ? size : last;
}

/** @param bytes what the box `moov` holds @returns where in the file samples stand that nobody needs; null: it is none */
export function cleanMovie(bytes: Buffer): Range[] | null {
  try {
    const boxes = boxesIn(bytes, { start: 0, end: bytes.length });
    if (!boxes?.some(({ type }) => type === 'mvhd')) return null;
    // Read before anything is changed: what cannot be read stays whole.
    const tracks = boxes.filter(({ type }) => type === 'trak').map((box) => readTrack(bytes, box));
    for (const box of boxes) if (!MOVIE_BOXES.has(box.type)) free(bytes, box);
    for (const box of boxes) if (box.type === 'mvhd') forgetTimes(bytes, box);
    return tracks.flatMap(({ box, inner, media, samples }) => {
      if (samples) free(bytes, box);
      else {
        for (const part of inner) if (!TRACK_BOXES.has(part.type)) free(bytes, part);
        for (const part of [...inner, ...media])
          if (part.type === 'tkhd' || part.type === 'mdhd') forgetTimes(bytes, part);
      }
      return samples ?? [];
    });
  } catch (error) {
    // Read past the end.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** `samples`: of a track that is not to stay. */
function readTrack(bytes: Buffer, box: Box) {
  const inner = insideOf(bytes, box.body);
  const media = inner.filter(({ type }) => type === 'mdia').flatMap(({ body }) => insideOf(bytes, body));
  const handler = media.find(({ type }) => type === 'hdlr')?.body;
  const kind = handler ? bytes.toString('latin1', handler.start + 8, handler.start + 12) : '';
  return { box, inner, media, samples: SHOWN.has(kind) ? null : samplesOf(bytes, media) };
}

function insideOf(bytes: Buffer, place: Range): Box[] {
  const boxes = boxesIn(bytes, place);
  if (!boxes) throw new RangeError('a box that is none');
  return boxes;
}

/** When it was made and changed: two numbers of 32 bits or, in version 1, of 64. */
function forgetTimes(bytes: Buffer, { body: { start } }: Box): void {
  bytes.fill(0, start + 4, start + (bytes.readUInt8(start) === 1 ? 20 : 12));
}

async function read(handle: FileHandle, { start, end }: Range): Promise<Buffer> {
  const bytes = Buffer.alloc(end - start);
  await handle.read(bytes, 0, bytes.length, start);
  return bytes;
}

async function blank(handle: FileHandle, { start, end }: Range): Promise<void> {
  for (let at = start; at < end; at += ZEROS.length)
    await handle.write(ZEROS, 0, Math.min(ZEROS.length, end - at), at);
}
