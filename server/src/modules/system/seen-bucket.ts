import { keepsVersions } from '../../backup/bucket-versions.ts';
import type { Tx } from '../../platform/db/client.ts';
import type { BucketPlace } from '../../platform/storage/s3/client.ts';

/** The bucket with the files, as it was seen last. */
export interface SeenBucket {
  name: string;
  /** Null: it did not say. */
  keepsVersions: boolean | null;
}

/** Undefined: nobody has looked at it yet. */
export async function readBucket(tx: Tx, name: string): Promise<SeenBucket | undefined> {
  const [row] = await tx<{ found: SeenBucket }[]>`select found from health_looks where name = 'bucket'`;
  return row?.found.name === name ? row.found : undefined;
}

export async function seeBucket(place: BucketPlace): Promise<SeenBucket> {
  return { name: place.name, keepsVersions: await keepsVersions(place) };
}
