import { randomBytes } from 'node:crypto';
import sharp from 'sharp';

/** A picture in the form 4:3, of blocks of colour so that it stays a file of some size; GIF and PNG in 16 colours. */
export function createPicture(
  format: 'jpeg' | 'png' | 'webp' | 'gif',
  width: number,
  blocks = 240,
): Promise<Buffer> {
  const height = (blocks * 3) / 4;
  return sharp(randomBytes(blocks * height * 3), { raw: { width: blocks, height, channels: 3 } })
    .resize({ width })
    .toFormat(format, format === 'png' || format === 'gif' ? { colours: 16 } : {})
    .toBuffer();
}

/** A red PNG of one pixel. */
export const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGP4z8DwHwAFAAH/iZk9HQAAAABJRU5ErkJggg==',
  'base64',
);
