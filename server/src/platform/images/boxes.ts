import type { Range } from './kept-bytes.ts';

/**
 * A box of ISO 14496-12 (4.2), of which HEIC, AVIF and most films are made: four bytes with its whole size, four
 * letters that name its type, and a body, which may consist of boxes again.
 */
export interface Box {
  type: string;
  /** Where the letters of its type stand. */
  typeAt: number;
  body: Range;
}

/** In one place: far more than cameras make. */
const MAX_BOXES = 20_000;
/** The size and the type; a size that needs eight bytes comes behind them. */
const HEAD_BYTES = 8;
const LONG_HEAD_BYTES = 16;
/** What stands for a size: it comes behind the type, or the box goes on to the end of its place. */
const SIZE_FOLLOWS = 1;
const SIZE_TO_END = 0;

/** Reads boxes one behind the other, and stops at the first bytes that are none. */
export function readBoxes(bytes: Buffer, { start, end }: Range): Box[] {
  const boxes: Box[] = [];
  for (let at = start; at + HEAD_BYTES <= end && boxes.length < MAX_BOXES; ) {
    const box = readBox(bytes, at, end);
    if (!box) break;
    boxes.push(box);
    at = box.body.end;
  }
  return boxes;
}

/** Reads the box that begins at `at`. @returns null when it does not end before `end` */
export function readBox(bytes: Buffer, at: number, end: number): Box | null {
  const written = bytes.readUInt32BE(at);
  const headBytes = written === SIZE_FOLLOWS ? LONG_HEAD_BYTES : HEAD_BYTES;
  const size =
    written === SIZE_FOLLOWS
      ? Number(bytes.readBigUInt64BE(at + HEAD_BYTES))
      : written === SIZE_TO_END
        ? end - at
        : written;
  if (size < headBytes || at + size > end) return null;
  return {
    type: bytes.toString('latin1', at + 4, at + 8),
    typeAt: at + 4,
    body: { start: at + headBytes, end: at + size },
  };
}

/** Reads a place that consists of boxes only. @returns null when they do not fill it */
export function readAllBoxes(bytes: Buffer, place: Range): Box[] | null {
  const boxes = readBoxes(bytes, place);
  return (boxes.at(-1)?.body.end ?? place.start) === place.end ? boxes : null;
}

/** The body of a "full box" begins with one byte for its version and three for flags (4.2). */
export const bodyOfFullBox = ({ body }: Box): Range => ({ start: body.start + 4, end: body.end });

/** Makes it a box of the type `free` (8.1.2), full of zeros: readers pass over it, and nothing behind it moves. */
export function freeBox(bytes: Buffer, { typeAt, body }: Box): void {
  bytes.write('free', typeAt, 'latin1');
  bytes.fill(0, body.start, body.end);
}
