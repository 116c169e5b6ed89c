import { type Box, readAllBoxes } from './boxes.ts';
import type { Range } from './kept-bytes.ts';

/** Pieces of a track that nobody watches: far more than cameras make. */
const MAX_CHUNKS = 100_000;

/**
 * Finds where the samples of a track stand in the file (ISO 14496-12, 8.7). Samples are pictures, pieces of sound
 * or whatever else a track tells moment by moment; some of them one behind the other are a chunk. Three tables lead to them:
 * `stsz` has the size of each sample, `stsc` how many samples a chunk has, `stco` or `co64` where each chunk begins.
 *
 * @param media what the track's box `mdia` holds
 * @returns a range for each chunk; none when the samples lie in another file or have other tables
 * @throws RangeError when the tables are not what they say
 */
export function locateSamples(bytes: Buffer, media: readonly Box[]): Range[] {
  const inside = (boxes: readonly Box[], type: string) =>
    boxes.filter((box) => box.type === type).flatMap(({ body }) => readAllBoxes(bytes, body) ?? []);
  const tables = inside(inside(media, 'minf'), 'stbl');
  const find = (type: string) => tables.find((box) => box.type === type)?.body.start;
  const [sizes, counts, long] = [find('stsz'), find('stsc'), find('co64')];
  const places = long ?? find('stco');
  if (sizes === undefined || counts === undefined || places === undefined) return [];

  // `stsz` (8.7.3): version and flags, one size for all samples or 0, the number of samples, a size for each.
  const sizeOfAll = bytes.readUInt32BE(sizes + 4);
  const sizeOf = (sample: number) => sizeOfAll || bytes.readUInt32BE(sizes + 12 + sample * 4);
  const samplesOf = createSampleCounts(bytes, counts);
  // `stco` and `co64` (8.7.5): version and flags, the number of chunks, an address of four or eight bytes for each.
  const chunks = bytes.readUInt32BE(places + 4);
  if (chunks > MAX_CHUNKS) throw new RangeError('too many chunks');
  const ranges: Range[] = [];
  for (let chunk = 0, sample = 0; chunk < chunks; chunk += 1) {
    const at = places + 8 + chunk * (long === undefined ? 4 : 8);
    const start = long === undefined ? bytes.readUInt32BE(at) : Number(bytes.readBigUInt64BE(at));
    const count = samplesOf(chunk);
    let end = start;
    if (sizeOfAll) end += sizeOfAll * count;
    else for (let next = sample; next < sample + count; next += 1) end += sizeOf(next);
    sample += count;
    ranges.push({ start, end });
  }
  return ranges;
}

/**
 * How many samples a chunk has. `stsc` (8.7.4): version and flags, the number of entries, and twelve bytes for each:
 * the first chunk (counted from 1) of a row of chunks that have as many samples, how many, and how they are described.
 *
 * @returns to be asked for one chunk after the other
 */
function createSampleCounts(bytes: Buffer, table: number): (chunk: number) => number {
  const entries = bytes.readUInt32BE(table + 4);
  let entry = 0;
  const firstChunkOf = (index: number) => bytes.readUInt32BE(table + 8 + index * 12) - 1;
  return (chunk) => {
    while (entry + 1 < entries && firstChunkOf(entry + 1) <= chunk) entry += 1;
    return entries === 0 ? 0 : bytes.readUInt32BE(table + 12 + entry * 12);
  };
}
