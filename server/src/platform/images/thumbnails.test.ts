import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { HEIC_PICTURE } from '../../../test/heic-picture.ts';
import { cleanImage } from './clean-image.ts';
import { createThumbnails } from './thumbnails.ts';

const thumbnails = createThumbnails();
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'thumbnails-'));
});
afterAll(async () => {
  thumbnails.stop();
  await rm(folder, { recursive: true, force: true });
});

const RED = { r: 208, g: 32, b: 16 };
const picture = () => sharp({ create: { width: 900, height: 600, channels: 3, background: RED } });

/** Makes a file small, as it is kept. @returns its size, and the colour of its first pixel */
async function smallOf(mime: string, bytes: Buffer) {
  const kept = cleanImage(mime, bytes);
  if (!kept) throw new Error('not kept');
  const [input, output] = [join(folder, crypto.randomUUID()), join(folder, crypto.randomUUID())];
  await writeFile(input, kept.parts);
  await thumbnails.make(input, output);
  const { data, info } = await sharp(output).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const [r = 0, g = 0, b = 0] = data;
  return { kept: [kept.width, kept.height], size: [info.width, info.height], colour: { r, g, b } };
}

const isRed = ({ r, g, b }: typeof RED) =>
  Math.abs(r - RED.r) < 20 && Math.abs(g - RED.g) < 20 && Math.abs(b - RED.b) < 20;

it.each([
  ['a JPEG', 'image/jpeg', () => picture().jpeg().toBuffer()],
  ['a JPEG for printers', 'image/jpeg', () => picture().toColourspace('cmyk').jpeg().toBuffer()],
  ['a TIFF', 'image/tiff', () => picture().tiff({ compression: 'lzw' }).toBuffer()],
  ['an AVIF', 'image/avif', () => picture().avif({ effort: 0 }).toBuffer()],
  ['a TIFF for printers', 'image/tiff', () => picture().toColourspace('cmyk').tiff().toBuffer()],
])('%s has a small picture in its own colours', async (_, mime, make) => {
  const { size, colour } = await smallOf(mime, await make());
  expect([size, isRed(colour)]).toEqual([[640, 427], true]);
});

it('a HEIC has one too, as it was kept', async () => {
  const { kept, size, colour } = await smallOf('image/heic', HEIC_PICTURE);
  expect([kept, size, isRed(colour)]).toEqual([[64, 48], [64, 48], true]);
});

it('a damaged HEIC has none, and the next one has', async () => {
  const input = join(folder, 'damaged');
  for (const length of [20, 200, 700, 1_000]) {
    await writeFile(input, HEIC_PICTURE.subarray(0, length));
    await expect(thumbnails.make(input, join(folder, 'none'))).rejects.toMatchObject({
      code: 'ERR_MEDIA_CORRUPT',
    });
  }
  expect((await smallOf('image/heic', HEIC_PICTURE)).size).toEqual([64, 48]);
});

it('a HEIC of more pixels than phones take has none', async () => {
  const size = HEIC_PICTURE.indexOf('ispe') + 8;
  const claiming = Buffer.from(HEIC_PICTURE);
  claiming.writeUInt32BE(6_000, size);
  claiming.writeUInt32BE(6_000, size + 4);
  const input = join(folder, 'claiming');
  await writeFile(input, claiming);
  await expect(thumbnails.make(input, join(folder, 'none'))).rejects.toMatchObject({
    code: 'ERR_MEDIA_CORRUPT',
  });
});
