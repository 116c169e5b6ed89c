import { GetBucketVersioningCommand } from '@aws-sdk/client-s3';
import { type BucketPlace, connectStore } from '../platform/storage/s3/client.ts';

/**
 * Files in a bucket are no part of a backup: it would read all of them through this machine, and a bucket keeps what
 * was removed or written over by itself. Whether it does is asked each time, because nobody else would notice.
 *
 * @returns what an operator is told of it
 */
export async function wordOnBucket(place: BucketPlace): Promise<string> {
  const store = connectStore(place);
  try {
    const { Status } = await store.send(new GetBucketVersioningCommand({ Bucket: place.name }));
    return Status === 'Enabled'
      ? `The files are not part of it: they lie in the bucket "${place.name}", which keeps what is removed there.`
      : `THE FILES ARE NOT PART OF IT, and nobody keeps them: they lie in the bucket "${place.name}", which keeps no earlier versions. Switch its versioning on.`;
  } catch {
    return `THE FILES ARE NOT PART OF IT: they lie in the bucket "${place.name}", which does not tell whether it keeps earlier versions. Look there.`;
  } finally {
    store.close();
  }
}
