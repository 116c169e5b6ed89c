import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  HeadObjectCommand,
  type HeadObjectCommandOutput,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { type BucketPlace, connectStore, isMissing, type StoreTimes, sha256 } from './client.ts';
import { createLinkSigner, type SignLink } from './links.ts';
import { openObject } from './open-object.ts';
import { sendFile } from './send-file.ts';

interface StoredObject {
  key: string;
  /** Bytes. */
  size: number;
  /** By the store's clock. */
  modified: Date;
}

/** Objects by their keys. What is missing is ENOENT, every other failure ERR_UNAVAILABLE. */
export interface Bucket {
  /** Writes an object that nobody else writes. */
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** False when somebody else has written it before. */
  putOnce(key: string, bytes: Uint8Array): Promise<boolean>;
  /** Writes an object of any size from a file of the local disk. */
  send(key: string, file: string): Promise<void>;
  /** `end` is inclusive. A line that breaks is taken up where it broke. */
  open(key: string, range?: { start: number; end: number }): Promise<{ stream: Readable; size: number }>;
  has(key: string): Promise<boolean>;
  /** An address of the store's own, where it may be reached from outside. */
  link: SignLink | null;
  /** In the order of their keys. */
  list(prefix: string): AsyncGenerator<StoredObject, void>;
  /** How many folders there are in one whose name ends with a slash. */
  countFolders(folder: string): Promise<number>;
  /** Removing what is not there is fine. */
  remove(key: string): Promise<void>;
  removeAll(prefix: string): Promise<void>;
  /** Takes away the parts of a large object that never became one. */
  abortUploads(key: string): Promise<void>;
  close(): void;
}

/** Removed at the same time. Not every store knows how to remove many by one request. */
const LANES = 16;
/** Another one was there first, or comes at the same moment. */
const TAKEN = new Set(['PreconditionFailed', 'ConditionalRequestConflict']);

export function openBucket(place: BucketPlace, times?: StoreTimes): Bucket {
  const { send, close } = connectStore(place, times);
  const at = (key: string) => ({ Bucket: place.name, Key: key });

  const look = (key: string): Promise<HeadObjectCommandOutput | null> =>
    send(new HeadObjectCommand(at(key))).catch((error: unknown) => {
      if (isMissing(error)) return null;
      throw error;
    });

  async function* list(prefix: string): AsyncGenerator<StoredObject, void> {
    for (let next: string | undefined, isFirst = true; isFirst || next; isFirst = false) {
      const page = await send(
        new ListObjectsV2Command({ Bucket: place.name, Prefix: prefix, ContinuationToken: next }),
      );
      for (const { Key = '', Size = 0, LastModified = new Date() } of page.Contents ?? [])
        yield { key: Key, size: Size, modified: LastModified };
      next = page.NextContinuationToken;
    }
  }

  const remove = async (key: string) => void (await send(new DeleteObjectCommand(at(key))));

  async function abortUploads(key: string): Promise<void> {
    const { Uploads = [] } = await send(new ListMultipartUploadsCommand({ Bucket: place.name, Prefix: key }));
    for (const { Key, UploadId } of Uploads)
      if (Key === key) await send(new AbortMultipartUploadCommand({ ...at(key), UploadId })).catch(ignore);
  }

  return {
    list,
    remove,
    abortUploads,
    close,
    link: place.publicUrl === null ? null : createLinkSigner(place, place.publicUrl),
    async put(key, bytes) {
      await send(new PutObjectCommand({ ...at(key), Body: bytes, ChecksumSHA256: sha256(bytes) }));
    },
    async putOnce(key, bytes) {
      const writer = randomUUID();
      const wish = { Body: bytes, ChecksumSHA256: sha256(bytes), IfNoneMatch: '*', Metadata: { writer } };
      try {
        await send(new PutObjectCommand({ ...at(key), ...wish }));
        return true;
      } catch (error) {
        if (!TAKEN.has(((error as Error).cause as Error | undefined)?.name ?? '')) throw error;
        // The client repeats what it had no answer to: the one that is there may be its own.
        return (await look(key))?.Metadata?.writer === writer;
      }
    },
    async send(key, file) {
      const sizeThere = async () => (await look(key))?.ContentLength;
      // An upload that was begun twice, because the first answer was lost, would lie there for good.
      if (await sendFile(send, at(key), file, sizeThere)) await abortUploads(key);
    },
    open: (key, range) => openObject(send, at(key), range),
    has: async (key) => (await look(key)) !== null,
    async countFolders(folder) {
      const query = { Bucket: place.name, Prefix: folder, Delimiter: '/' };
      return (await send(new ListObjectsV2Command(query))).CommonPrefixes?.length ?? 0;
    },
    async removeAll(prefix) {
      let batch: string[] = [];
      const flush = async () => {
        await Promise.all(batch.map(remove));
        batch = [];
      };
      for await (const { key } of list(prefix)) if (batch.push(key) === LANES) await flush();
      await flush();
    },
  };
}

/** It ended meanwhile. */
function ignore(error: unknown): void {
  if (!isMissing(error)) throw error;
}
