import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '@balcao/shared/errors.ts';
import type { Log } from '../../log.ts';
import type { Storage } from '../storage.ts';
import { type Bucket, openBucket } from './bucket.ts';
import type { BucketPlace, StoreTimes } from './client.ts';
import { createBucketStorage } from './storage.ts';

/** A start does not wait for long. */
const START_TIMES: StoreTimes = { connect: 3_000, idle: 5_000, answer: 5_000 };
/** Longer than any file takes. */
const ABANDONED_MS = 3_600_000;

/**
 * Files in a bucket. One that does not answer is no reason not to start: it is logged, and files come when it does.
 * Throws a sentence about the variable that is wrong.
 *
 * @param drafts a folder of the local disk, made when it is missing
 */
export async function openBucketStorage(
  place: BucketPlace,
  drafts: string,
  log: Pick<Log, 'warn'>,
): Promise<Storage> {
  await removeAbandoned(drafts);
  const trial = openBucket(place, START_TIMES);
  await tryOut(trial, place)
    .catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error;
      log.warn(
        { err: error },
        `the bucket at ${place.endpoint} does not answer, so files cannot be used now`,
      );
    })
    .finally(trial.close);
  return createBucketStorage(openBucket(place), drafts);
}

/** Tries what files need. Throws a sentence about the variable that is wrong, ERR_UNAVAILABLE when nothing answers. */
export async function tryOut(bucket: Bucket, place: BucketPlace): Promise<void> {
  try {
    await exercise(bucket, place);
  } catch (error) {
    const problem = error instanceof AppError ? describeProblem(error.cause, place) : null;
    throw problem === null ? error : new Error(problem, { cause: error });
  }
}

/** To write, to write only once, to list, to read and to remove. */
async function exercise(bucket: Bucket, { endpoint }: BucketPlace): Promise<void> {
  const key = `starts/${randomUUID()}`;
  const bytes = Buffer.from('a server starts');
  await bucket.putOnce(key, bytes);
  const isTwice = await bucket.putOnce(key, bytes);
  for await (const found of bucket.list(key)) (await bucket.open(found.key)).stream.destroy();
  await bucket.abortUploads(key);
  await bucket.remove(key);
  if (isTwice)
    throw new Error(
      `S3_ENDPOINT: ${endpoint} writes over what is there although it is told not to (If-None-Match). Use another store, or a newer version of it.`,
    );
}

/** What to do about an answer that stays the same; null: it may be another one soon. */
function describeProblem(error: unknown, { endpoint, name }: BucketPlace): string | null {
  const said = error as Error & { $metadata?: { httpStatusCode?: number } };
  const status = said.$metadata?.httpStatusCode;
  const sentences: Record<string, string> = {
    NoSuchBucket: `S3_BUCKET: there is no bucket "${name}" at ${endpoint}. Make it, or correct the name.`,
    InvalidAccessKeyId: `S3_ACCESS_KEY_ID: ${endpoint} does not know this key.`,
    SignatureDoesNotMatch: 'S3_SECRET_ACCESS_KEY: it does not belong to S3_ACCESS_KEY_ID.',
    AuthorizationHeaderMalformed: `S3_REGION: the bucket "${name}" is in another region.`,
    PermanentRedirect: `S3_REGION: the bucket "${name}" is in another region, with another S3_ENDPOINT.`,
    RequestTimeTooSkewed: `The clocks of this machine and of ${endpoint} are more than 15 minutes apart. Set this one.`,
    AccessDenied: `S3_ACCESS_KEY_ID: this key must be allowed to list, read, write and remove in the bucket "${name}".`,
  };
  const sentence = sentences[said.name];
  if (sentence) return sentence;
  if (status === undefined || status >= 500 || status === 429) return null;
  return `S3_ENDPOINT: ${endpoint} refuses the bucket "${name}": ${said.name} (${status}) ${said.message}`;
}

/** Drafts that a process has left which died. */
async function removeAbandoned(drafts: string): Promise<void> {
  await mkdir(drafts, { recursive: true });
  for (const name of await readdir(drafts)) {
    const draft = join(drafts, name);
    const { mtimeMs } = await stat(draft).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }));
    if (Date.now() - mtimeMs > ABANDONED_MS) await rm(draft, { recursive: true, force: true });
  }
}
