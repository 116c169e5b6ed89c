import { type Box, boxesIn } from './boxes.ts';
import type { Range } from './kept-bytes.ts';

/** Pieces of a track that is not watched: far more than cameras make. */
const MAX_CHUNKS = 100_000;

/**
 * Where the samples of a track stand in the file, chunk by chunk (ISO 14496-12, 8.7); none of one that lies elsewhere or
 * says it in another way. Throws a RangeError when it is not what it says.
 *
 * @param media what the track's box `mdia` holds
 */
export function samplesOf(bytes: Buffer, media: readonly Box[]): Range[] {
  const inside = (boxes: readonly Box[], type: string) =>
    boxes.filter((box) => box.type === type).flatMap(({ body }) => boxesIn(bytes, body) ?? []);
  const table = inside(inside(media, 'minf'), 'stbl');
  const find = (type: string) => table.find((box) => box.type === type)?.body.start;
  const [sizes, runs, wide] = [find('stsz'), find('stsc'), find('co64')];
  const places = wide ?? find('stco');
  if (sizes === undefined || runs === undefined || places === undefined) return [];

  const same = bytes.readUInt32BE(sizes + 4);
  const sizeOf = (sample: number) => same || bytes.readUInt32BE(sizes + 12 + sample * 4);
  const countOf = chunkSizes(bytes, runs);
  const chunks = bytes.readUInt32BE(places + 4);
  if (chunks > MAX_CHUNKS) throw new RangeError('too many chunks');
  const ranges: Range[] = [];
  for (let chunk = 0, sample = 0; chunk < chunks; chunk += 1) {
    const at = places + 8 + chunk * (wide === undefined ? 4 : 8);
    const start = wide === undefined ? bytes.readUInt32BE(at) : Number(bytes.readBigUInt64BE(at));
    const count = countOf(chunk);
    let end = start;
    if (same) end += same * count;
    else for (let next = sample; next < sample + count; next += 1) end += sizeOf(next);
    sample += count;
    ranges.push({ start, end });
  }
  return ranges;
}

/** How many samples a chunk has: said of the first of those that have as many. Asked in order. */
function chunkSizes(bytes: Buffer, runs: number): (chunk: number) => number {
  const count = bytes.readUInt32BE(runs + 4);
  let run = 0;
  const firstOf = (at: number) => bytes.readUInt32BE(runs + 8 + at * 12) - 1;
  return (chunk) => {
    while (run + 1 < count && firstOf(run + 1) <= chunk) run += 1;
    return count === 0 ? 0 : bytes.readUInt32BE(runs + 12 + run * 12);
  };
}
