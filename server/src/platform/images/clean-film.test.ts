import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDiskStorage } from '../storage/disk.ts';
import { cleanFilm, isSoundOnly } from './clean-film.ts';
import { cleanImage } from './clean-image.ts';

const SECRET = 'SECRET-23.5505-46.6333/';

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'films-'));
});
afterAll(() => rm(dir, { recursive: true, force: true }));

const box = (type: string, ...parts: (Buffer | string)[]) => {
  const body = Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)));
  const head = Buffer.alloc(8);
  head.writeUInt32BE(body.length + 8);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, body]);
};
const numbers = (...values: number[]) => {
  const bytes = Buffer.alloc(values.length * 4);
  values.forEach((value, at) => {
    bytes.writeUInt32BE(value, at * 4);
  });
  return bytes;
};
const MADE = 0xe1234567;

function track(kind: string, at: number, sizes: number[]): Buffer {
  const table = box(
    'stbl',
    box('stsz', numbers(0, 0, sizes.length, ...sizes)),
    box('stsc', numbers(0, 1, 1, sizes.length, 1)),
    box('stco', numbers(0, 1, at)),
  );
  const media = [
    box('mdhd', numbers(0, MADE, MADE, 1, 1)),
    box('hdlr', numbers(0, 0), kind, numbers(0, 0, 0)),
  ];
  return box(
    'trak',
    box('tkhd', numbers(0, MADE, MADE, 1, 0)),
    box('mdia', ...media, box('minf', table)),
    box('udta', box('\xa9nam', SECRET)),
    box('uuid', SECRET),
  );
}

/** A film as phones and cameras write it: with places in three ways, and a track that tells them moment by moment. */
function film(): { bytes: Buffer; shown: Buffer } {
  const shown = Buffer.from('a picture, and another one');
  const movie = (dataAt: number) =>
    box(
      'moov',
      box('mvhd', numbers(0, MADE, MADE, 1, 1)),
      track('vide', dataAt, [10, 16]),
      track('meta', dataAt + shown.length, [SECRET.length, SECRET.length]),
      box('udta', box('\xa9xyz', SECRET)),
      box('meta', SECRET),
    );
  const head = box('ftyp', 'mp42', numbers(0), 'mp42isom');
  const dataAt = head.length + movie(0).length + 8;
  const data = box('mdat', shown, SECRET, SECRET);
  const bytes = Buffer.concat([head, movie(dataAt), data, box('uuid', SECRET), Buffer.from(SECRET)]);
  return { bytes, shown };
}

it('a film keeps its pictures where they are, and nothing of where and when (row 23)', async () => {
  const { bytes, shown } = film();
  const storage = createDiskStorage(join(dir, 'store'));
  const stored = await storage.put(1, bytes, { limit: 10_000 });
  expect(stored).toMatchObject({ mime: 'video/mp4', size: bytes.length - SECRET.length });
  let path = '';
  await stored.settle(async (settled) => {
    path = settled;
    return true;
  });
  const after = await buffer(await storage.open(path));
  expect(after).toHaveLength(stored.size);
  expect(after.toString('latin1')).not.toContain('SECRET');
  expect(after.includes(numbers(MADE))).toBe(false);
  expect(after.indexOf(shown)).toBe(bytes.indexOf(shown));
  // The watched one of two tracks is left, with its addresses.
  expect(after.toString('latin1').match(/trak/g)).toHaveLength(1);
  expect(after.includes(box('stco', numbers(0, 1, bytes.indexOf(shown))))).toBe(true);
});

it.each([
  ['of sounds alone are sound, whatever they are made with', ['soun', 'meta'], 'audio/mp4'],
  ['of sounds and pictures are a film', ['soun', 'vide'], 'video/mp4'],
  ['of nothing but words are a film', ['text'], 'video/mp4'],
])('tracks %s', async (_, kinds, mime) => {
  const tracks = kinds.map((kind) => track(kind, 0, []));
  const movie = box('moov', box('mvhd', numbers(0, MADE, MADE, 1, 1)), ...tracks);
  const bytes = Buffer.concat([box('ftyp', 'mp42', numbers(0), 'mp42isom'), movie, box('mdat', 'Opus')]);
  const stored = await createDiskStorage(join(dir, 'store')).put(1, bytes, { limit: 10_000 });
  expect(stored).toMatchObject({ mime, size: bytes.length });
  await stored.discard();
});

it('a picture that moves keeps what moves, and no words of the picture or of the film', async () => {
  const still = await sharp({ create: { width: 60, height: 40, channels: 3, background: 'red' } })
    .withExif({ IFD0: { Artist: SECRET } })
    .avif({ lossless: true })
    .toBuffer();
  const { shown } = film();
  const dataAt = still.length + 8;
  const positions = track('meta', dataAt + shown.length, [SECRET.length]);
  const head = box('mvhd', numbers(0, MADE, MADE, 1, 1));
  const movie = box('moov', head, track('pict', dataAt, [10, 16]), positions, box('udta', SECRET));
  const bytes = Buffer.concat([still, box('mdat', shown, SECRET), movie]);
  const after = Buffer.concat(cleanImage('image/avif', bytes)?.parts ?? []);
  expect(after).toHaveLength(bytes.length);
  expect(after.toString('latin1')).not.toContain('SECRET');
  expect(after.indexOf(shown)).toBe(bytes.indexOf(shown));
  expect(after.includes(box('stco', numbers(0, 1, dataAt)))).toBe(true);
  // The still one is whole: nothing here plays the other.
  const pixels = (picture: Buffer) => sharp(picture).raw().toBuffer();
  expect(await pixels(after.subarray(0, still.length))).toEqual(await pixels(still));
});

it('what is damaged stays readable or as it was, and no byte of it moves', async () => {
  const { bytes } = film();
  const file = join(dir, 'damaged');
  const damage = fc.array(fc.tuple(fc.nat(bytes.length - 1), fc.nat(255)), { maxLength: 20 });
  await fc.assert(
    fc.asyncProperty(damage, fc.nat(bytes.length), async (changes, length) => {
      const broken = Buffer.from(bytes.subarray(0, length));
      for (const [at, value] of changes) if (at < length) broken[at] = value;
      await writeFile(file, broken);
      expect([true, false]).toContain(await isSoundOnly(file, length));
      const size = await cleanFilm(file, length);
      expect(size).toBeLessThanOrEqual(length);
      const once = await readFile(file);
      expect(once).toHaveLength(size);
      expect(await cleanFilm(file, size)).toBe(size);
      expect(await readFile(file)).toEqual(once);
    }),
    { numRuns: 150 },
  );
});
