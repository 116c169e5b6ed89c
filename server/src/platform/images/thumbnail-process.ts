import { rename } from 'node:fs/promises';
import sharp, { type Sharp } from 'sharp';
import { MAX_PIXELS } from './clean-image.ts';
import { isHeif, readHeifPixels } from './heif-pixels.ts';
import type { ThumbnailAnswer, ThumbnailJob } from './thumbnails.ts';

/**
 * Decodes what strangers have made, one picture at a time, in a process that may die of it and that gives its memory
 * back when it ends.
 */
const THUMBNAIL_PX = 640;

sharp.cache(false);
sharp.concurrency(1);
// Whatever else the library could open: these formats are all that is asked of it.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    'VipsForeignLoadJpegFile',
    'VipsForeignLoadPngFile',
    'VipsForeignLoadWebpFile',
    'VipsForeignLoadNsgifFile',
    'VipsForeignLoadTiffFile',
    // AVIF.
    'VipsForeignLoadHeifFile',
  ],
});

process.on('message', (job: ThumbnailJob) => {
  make(job).then(
    () => answer({}),
    (error: unknown) => answer({ error: String(error) }),
  );
});

async function make({ input, output, draft }: ThumbnailJob): Promise<void> {
  const picture = await opened(input);
  await picture
    .autoOrient()
    .resize({ width: THUMBNAIL_PX, height: THUMBNAIL_PX, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 78, effort: 3 })
    .toFile(draft);
  await rename(draft, output);
}

/** Its library cannot decode HEIC, for which others want money. */
async function opened(input: string): Promise<Sharp> {
  if (!(await isHeif(input)))
    return sharp(input, { limitInputPixels: MAX_PIXELS, sequentialRead: true, failOn: 'error' });
  const { data, width, height } = await readHeifPixels(input);
  return sharp(data, { raw: { width, height, channels: 4 } });
}

const answer = (value: ThumbnailAnswer) => process.send?.(value);
