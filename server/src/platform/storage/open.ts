import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../../config.ts';
import type { Log } from '../log.ts';
import { createDiskStorage } from './disk.ts';
import { withFormerDisk } from './former-disk.ts';
import type { Storage } from './storage.ts';

/** Where a server without a bucket has its files. */
export const mediaFolder = ({ dataDir }: Pick<Config, 'dataDir'>): string => join(dataDir, 'media');
/** Where files are on their way into a bucket. */
const draftsFolder = ({ dataDir }: Pick<Config, 'dataDir'>): string => join(dataDir, 'drafts');

/** The files of this installation, as the configuration says. Throws a sentence about a variable that is wrong. */
export async function openStorage(
  config: Pick<Config, 'dataDir' | 'bucket'>,
  log: Pick<Log, 'warn'>,
): Promise<Storage> {
  const disk = createDiskStorage(mediaFolder(config));
  if (!config.bucket) return disk;
  // Its client weighs memory that a server without a bucket does not have to pay.
  const { openBucketStorage } = await import('./s3/open.ts');
  const storage = await openBucketStorage(config.bucket, draftsFolder(config), log);
  const left = await readdir(mediaFolder(config)).catch(() => []);
  return left.length > 0 ? withFormerDisk(storage, disk) : storage;
}
