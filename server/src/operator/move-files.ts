import { parseArgs } from 'node:util';
import { AppError } from '@balcao/shared/errors.ts';
import { mediaFolder } from '../platform/storage/open.ts';
import type { Mover } from '../platform/storage/s3/mover.ts';
import type { Command } from './command.ts';

/** Files on their way at the same time. */
const LANES = 8;
const TELL_MS = 5_000;
const MEGABYTE = 1024 * 1024;

export const moveFiles: Command = {
  usage: '--to s3',
  purpose: 'moves the files in DATA_DIR into the bucket while the server runs, and goes on where it stopped',
  async run(args, { config, say }) {
    const { values } = parseArgs({ args, options: { to: { type: 'string' } } });
    if (values.to !== 's3') return false;
    if (!config.bucket) throw new Error('S3_ENDPOINT and the other variables of the bucket are missing.');
    const [{ openBucket }, { tryOut }, { createMover }] = await Promise.all([
      import('../platform/storage/s3/bucket.ts'),
      import('../platform/storage/s3/open.ts'),
      import('../platform/storage/s3/mover.ts'),
    ]);
    const bucket = openBucket(config.bucket);
    try {
      await tryOut(bucket, config.bucket);
      await moveAll(createMover(mediaFolder(config), bucket), say);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const reason = (error.cause as Error | undefined)?.message ?? error.message;
      throw new Error(`The bucket cannot be used now: ${reason}. Start this again later, it goes on.`);
    } finally {
      bucket.close();
    }
    return true;
  },
};

/** Ends at the first failure of the bucket; a file that cannot be read on the disk is named, and the others go on. */
async function moveAll(mover: Mover, say: (line: string) => void): Promise<void> {
  const { paths, unsettled } = await mover.list();
  say(`${paths.length} files to move`);
  const moved = { files: 0, bytes: 0 };
  const stuck: string[] = [];
  const tell = () => say(`${moved.files} of ${paths.length} moved, ${megabytes(moved.bytes)} MB`);
  const timer = setInterval(tell, TELL_MS);
  const queue = paths.values();
  let outage: AppError | undefined;
  async function lane(): Promise<void> {
    for (let next = queue.next(); !next.done && !outage; next = queue.next())
      try {
        const bytes = await mover.move(next.value);
        moved.files += 1;
        moved.bytes += bytes ?? 0;
      } catch (error) {
        if (error instanceof AppError) outage ??= error;
        else stuck.push(`${next.value}: ${(error as Error).message}`);
      }
  }
  await Promise.all(Array.from({ length: LANES }, lane));
  clearInterval(timer);
  tell();
  if (outage) throw outage;
  await mover.tidy();
  for (const line of stuck) say(line);
  if (stuck.length > 0) throw new Error(`${stuck.length} files could not be moved, and stay on the disk.`);
  if (unsettled > 0) throw new Error(`${unsettled} files have only just come. Start this again in an hour.`);
}

const megabytes = (bytes: number) => Math.ceil(bytes / MEGABYTE);
