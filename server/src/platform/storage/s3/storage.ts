import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { assertPath, derivedPath, isPath, markedPath, markOf, newPath } from '../paths.ts';
import { receiveFile } from '../received-file.ts';
import { createSharedWork } from '../shared-work.ts';
import type { Storage } from '../storage.ts';
import type { Bucket } from './bucket.ts';
import { isMissing } from './client.ts';
import { createBucketPieces } from './pieces.ts';

const INCOMING = 'incoming/';

/**
 * Files as objects of a bucket, by the same paths as on a disk. A file is received into a draft on the local disk, where
 * it is cleaned, and goes to the bucket as a whole. A mark `incoming/…` comes before it and goes when its row is there.
 *
 * @param drafts a folder of the local disk, made when it is missing
 */
export function createBucketStorage(bucket: Bucket, drafts: string): Storage {
  const pieces = createBucketPieces(bucket);
  const deriveOnce = createSharedWork();
  const unmark = (path: string) => bucket.remove(INCOMING + markOf(path));

  async function remove(path: string): Promise<void> {
    assertPath(path);
    await bucket.abortUploads(path);
    // The file goes first: whoever has made its small picture looks for it afterwards.
    await bucket.remove(path);
    await bucket.remove(derivedPath(path));
    await unmark(path);
  }

  /** Leaves nothing behind when the file was removed meanwhile. */
  async function derive(path: string, make: Parameters<Storage['openDerived']>[1]): Promise<void> {
    await withDraft(drafts, async (from) => {
      await pipeline((await bucket.open(path)).stream, createWriteStream(from));
      const to = derivedPath(from);
      await make(from, to);
      await bucket.send(derivedPath(path), to);
    });
    if (!(await bucket.has(path))) await bucket.remove(derivedPath(path));
  }

  return {
    remove,
    async put(companyId, source, { limit, mime }) {
      const path = newPath(companyId);
      return withDraft(drafts, async (draft) => {
        const received = await receiveFile(draft, source, limit, mime);
        await bucket.put(INCOMING + markOf(path), Buffer.alloc(0));
        try {
          await bucket.send(path, draft);
        } catch (error) {
          // Where that fails too, the mark stays for housekeeping.
          await remove(path).catch(() => {});
          throw error;
        }
        return {
          ...received,
          settle: async (commit) => ((await commit(path)) ? unmark(path) : remove(path)),
          discard: () => remove(path),
        };
      });
    },
    piecemeal: pieces.file,
    abandonedPieces: pieces.abandoned,
    removePieces: pieces.remove,
    async removeCompany(companyId) {
      await bucket.removeAll(`${companyId}/`);
      await pieces.removeCompany(companyId);
    },
    async openDerived(path, make) {
      assertPath(path);
      const opened = await bucket.open(derivedPath(path)).catch(ignoreMissing);
      if (opened) return opened;
      await deriveOnce(path, () => derive(path, make));
      return bucket.open(derivedPath(path));
    },
    keep: unmark,
    async abandoned(before) {
      const paths: string[] = [];
      for await (const { key, modified } of bucket.list(INCOMING)) {
        const path = markedPath(key.slice(INCOMING.length));
        if (isPath(path) && modified < before) paths.push(path);
      }
      return paths;
    },
    async link(path, answer) {
      assertPath(path);
      // The store's own words about a file that is missing are not for people.
      return bucket.link && (await bucket.has(path)) ? bucket.link(path, answer) : null;
    },
    async open(path, range) {
      assertPath(path);
      return (await bucket.open(path, range)).stream;
    },
  };
}

/** A file of the local disk for a while, and whatever is written beside it. */
async function withDraft<T>(drafts: string, work: (file: string) => Promise<T>): Promise<T> {
  await mkdir(drafts, { recursive: true });
  const folder = await mkdtemp(join(drafts, 'draft-'));
  try {
    return await work(join(folder, 'file'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function ignoreMissing(error: unknown): null {
  if (isMissing(error)) return null;
  throw error;
}
