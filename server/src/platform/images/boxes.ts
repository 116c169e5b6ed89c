import type { Range } from './kept-bytes.ts';

/** Boxes of ISO 14496-12, of which HEIC, AVIF and most films are made. */
export interface Box {
  type: string;
  /** Where its type stands. */
  typeAt: number;
  /** What it holds. */
  body: Range;
}

/** In one place: far more than cameras make. */
const MAX_BOXES = 20_000;

/** As far as there are boxes. */
export function readBoxes(bytes: Buffer, { start, end }: Range): Box[] {
  const boxes: Box[] = [];
  for (let at = start; at + 8 <= end && boxes.length < MAX_BOXES; ) {
    const box = boxAt(bytes, at, end);
    if (!box) break;
    boxes.push(box);
    at = box.body.end;
  }
  return boxes;
}

/** Null when there is none that ends before `end`. */
export function boxAt(bytes: Buffer, at: number, end: number): Box | null {
  const said = bytes.readUInt32BE(at);
  const [head, size] =
    said === 1 ? [16, Number(bytes.readBigUInt64BE(at + 8))] : [8, said === 0 ? end - at : said];
  if (size < head || at + size > end) return null;
  return {
    type: bytes.toString('latin1', at + 4, at + 8),
    typeAt: at + 4,
    body: { start: at + head, end: at + size },
  };
}

/** Null when they do not fill their place. */
export function boxesIn(bytes: Buffer, place: Range): Box[] | null {
  const boxes = readBoxes(bytes, place);
  return (boxes.at(-1)?.body.end ?? place.start) === place.end ? boxes : null;
}

/** Behind the version and the flags of a full box. */
export const fullBody = ({ body }: Box): Range => ({ start: body.start + 4, end: body.end });

/** Makes a box free space, which every reader of the file passes over. */
export function free(bytes: Buffer, { typeAt, body }: Box): void {
  bytes.write('free', typeAt, 'latin1');
  bytes.fill(0, body.start, body.end);
}
