import { GetBucketVersioningCommand } from '@aws-sdk/client-s3';
import { type BucketPlace, connectStore } from '../platform/storage/s3/client.ts';

/** Whether the bucket keeps what was removed or written over; null: it does not say. */
export async function keepsVersions(place: BucketPlace): Promise<boolean | null> {
  const store = connectStore(place);
  try {
    const { Status } = await store.send(new GetBucketVersioningCommand({ Bucket: place.name }));
    return Status === 'Enabled';
  } catch {
    return null;
  } finally {
    store.close();
  }
}

/**
 * Files in a bucket are no part of a backup: it would read all of them through this machine, and a bucket keeps what
 * was removed or written over by itself. Whether it does is asked each time, because nobody else would notice.
 *
 * @returns what an operator is told of it
 */
export async function wordOnBucket(place: BucketPlace): Promise<string> {
  const keeps = await keepsVersions(place);
  if (keeps === null)
    return `THE FILES ARE NOT PART OF IT: they lie in the bucket "${place.name}", which does not tell whether it keeps earlier versions. Look there.`;
  return keeps
    ? `The files are not part of it: they lie in the bucket "${place.name}", which keeps what is removed there.`
    : `THE FILES ARE NOT PART OF IT, and nobody keeps them: they lie in the bucket "${place.name}", which keeps no earlier versions. Switch its versioning on.`;
}
