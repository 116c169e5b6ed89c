import { createHash } from 'node:crypto';
import {
  type $Command,
  S3Client,
  type S3ClientConfig,
  type S3ClientResolvedConfig,
  type ServiceInputTypes,
  type ServiceOutputTypes,
} from '@aws-sdk/client-s3';
import { AppError } from '@balcao/shared/errors.ts';

/** Where a bucket is, and the key to it. */
export interface BucketPlace {
  endpoint: string;
  name: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** The store's address for those who fetch files from it themselves; null: the server sends them. */
  publicUrl: string | null;
}

/** Asks the store for one thing. Throws what `toStorageError` makes of a failure. */
export type Send = <Input extends ServiceInputTypes, Output extends ServiceOutputTypes>(
  command: $Command<Input, Output, S3ClientResolvedConfig, ServiceInputTypes, ServiceOutputTypes>,
) => Promise<Output>;

/** In milliseconds. */
export interface StoreTimes {
  connect: number;
  /** Without a byte in either direction. */
  idle: number;
  /** One request with all its repetitions, until its answer begins. */
  answer: number;
}

const TIMES: StoreTimes = { connect: 3_000, idle: 10_000, answer: 45_000 };
const ATTEMPTS = 4;
/** As many as there may be requests of our own. */
const MAX_LINES = 500;

/** How every client of a store speaks. */
export const clientOptions = ({ endpoint, region, accessKeyId, secretAccessKey }: BucketPlace) =>
  ({
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey },
    // Every store knows addresses of this style.
    forcePathStyle: true,
    // Checksums are SHA-256, given with each request; not every store knows what the client would add.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  }) satisfies S3ClientConfig;

/** The client repeats what failed by a cut line, a slow or a full store, and sets its clock by the store's. */
export function connectStore(place: BucketPlace, times: StoreTimes = TIMES): { send: Send; close(): void } {
  const client = new S3Client({
    ...clientOptions(place),
    maxAttempts: ATTEMPTS,
    requestHandler: {
      connectionTimeout: times.connect,
      socketTimeout: times.idle,
      httpAgent: { maxSockets: MAX_LINES },
      httpsAgent: { maxSockets: MAX_LINES },
    },
  });
  return {
    async send(command) {
      const limit = new AbortController();
      const timer = setTimeout(() => limit.abort(), times.answer);
      try {
        return await client.send(command, { abortSignal: limit.signal });
      } catch (error) {
        throw toStorageError(error);
      } finally {
        // What the answer holds may take longer.
        clearTimeout(timer);
      }
    },
    close: () => client.destroy(),
  };
}

/** What is missing, in the word that a disk has for it. A bucket that is missing is no missing file. */
const MISSING = new Set(['NoSuchKey', 'NotFound', 'NoSuchUpload']);

/** ENOENT for what is not there, else ERR_UNAVAILABLE: it may be there later, whatever is wrong with the store now. */
export function toStorageError(error: unknown): Error {
  if (!MISSING.has((error as Error).name)) return new AppError('ERR_UNAVAILABLE', {}, { cause: error });
  return Object.assign(new Error('ENOENT: no such object', { cause: error }), { code: 'ENOENT' });
}

export const isMissing = (error: unknown): boolean => (error as { code?: unknown }).code === 'ENOENT';

/** What the store compares the bytes with that it receives. */
export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('base64');
