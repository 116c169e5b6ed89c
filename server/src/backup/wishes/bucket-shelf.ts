import { text } from 'node:stream/consumers';
import { openBucket } from '../../platform/storage/s3/bucket.ts';
import { isMissing } from '../../platform/storage/s3/client.ts';
import type { BackupConfig } from '../settings.ts';
import { MARK, partName, partsAmong, type Shelf } from './shelf.ts';

/** As restic has it where nobody says another one. */
const REGION = 'us-east-1';

/** @param backup one whose place is a bucket */
export function openBucketShelf(backup: BackupConfig): Shelf {
  const { origin, pathname } = new URL(backup.place.slice('s3:'.length));
  const [name = '', ...folders] = pathname.split('/').filter(Boolean);
  const folder = [...folders, 'wishes', backup.database, ''].join('/');
  const bucket = openBucket({
    endpoint: origin,
    name,
    region: process.env.AWS_DEFAULT_REGION ?? REGION,
    accessKeyId: backup.accessKeyId ?? '',
    secretAccessKey: backup.secretAccessKey ?? '',
    publicUrl: null,
  });
  const read = async (key: string) => text((await bucket.open(key)).stream);
  const bytes = (words: string) => Buffer.from(words);
  return {
    place: `s3:${origin}/${name}/${folder}`,
    async parts() {
      const names: string[] = [];
      for await (const { key } of bucket.list(folder)) names.push(key.slice(folder.length));
      return partsAmong(names);
    },
    read: (part) => read(folder + partName(part)),
    add: (part, lines) => bucket.putOnce(folder + partName(part), bytes(lines)),
    readMark: () =>
      read(folder + MARK).catch((error: unknown) => {
        if (isMissing(error)) return null;
        throw error;
      }),
    mark: (words) => bucket.put(folder + MARK, bytes(words)),
    close: bucket.close,
  };
}
