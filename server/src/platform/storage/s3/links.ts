import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { type BucketPlace, clientOptions } from './client.ts';

/** Makes the address of an object for somebody who has no key, with the type and the disposition of its answer. */
export type SignLink = (key: string, answer: { type: string; disposition: string }) => Promise<string>;

/** Whoever has got it begins to read in this time. */
const LINK_S = 300;

/**
 * Signs addresses of the bucket as others reach it. Nothing is asked of the store for that.
 *
 * @param publicUrl the store's address outside, which is a part of what is signed
 */
export function createLinkSigner(place: BucketPlace, publicUrl: string): SignLink {
  const client = new S3Client({ ...clientOptions(place), endpoint: publicUrl });
  return (key, { type, disposition }) =>
    getSignedUrl(
      client,
      new GetObjectCommand({
        Bucket: place.name,
        Key: key,
        ResponseContentType: type,
        ResponseContentDisposition: disposition,
        ResponseCacheControl: 'private, no-store',
      }),
      { expiresIn: LINK_S },
    );
}
