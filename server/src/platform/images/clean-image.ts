import { cleanGif } from './clean-gif.ts';
import { cleanHeif } from './clean-heif.ts';
import { cleanJpeg } from './clean-jpeg.ts';
import { cleanPng } from './clean-png.ts';
import { cleanTiff } from './clean-tiff.ts';
import { cleanWebp } from './clean-webp.ts';
import type { CleanImage } from './cleaned.ts';

/** More pixels than any phone takes: a few bytes can claim billions, and whoever decodes them needs memory for all. */
export const MAX_PIXELS = 50e6;
/** Size of a file that is looked at as a picture; it is read as a whole. */
export const MAX_IMAGE_BYTES = 32 * 1024 * 1024;

/** HEIC, AVIF and TIFF are documents here, shown by a small picture at most; what a phone wrote into them goes all the same. */
const CLEANERS: Record<string, (bytes: Buffer) => CleanImage | null> = {
  'image/avif': cleanHeif,
  'image/gif': cleanGif,
  'image/heic': cleanHeif,
  'image/heic-sequence': cleanHeif,
  'image/heif': cleanHeif,
  'image/heif-sequence': cleanHeif,
  'image/jpeg': cleanJpeg,
  'image/png': cleanPng,
  'image/tiff': cleanTiff,
  'image/webp': cleanWebp,
};

export const isCleanable = (mime: string | null): mime is string => mime !== null && mime in CLEANERS;

/**
 * The same pixels, bit by bit, in a file that holds nothing else but its colours and which side is up.
 *
 * @returns null for what only begins like a picture: nobody should take it for one
 */
export function cleanImage(mime: string, bytes: Buffer): CleanImage | null {
  const image = CLEANERS[mime]?.(bytes) ?? null;
  if (!image) return null;
  const pixels = image.width * image.height;
  return pixels > 0 && pixels <= MAX_PIXELS ? image : null;
}
