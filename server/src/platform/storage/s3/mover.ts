import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, rmdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createDiskStorage } from '../disk.ts';
import { isPath } from '../paths.ts';
import type { Bucket } from './bucket.ts';
import { isMissing } from './client.ts';

/** Moves the files of a disk into a bucket, by the same paths, while others read, add and remove files. */
export interface Mover {
  /**
   * What is to be moved. Files that have come just now and have no row yet are not among it: housekeeping of the server
   * decides about them first.
   */
  list(): Promise<{ paths: string[]; unsettled: number }>;
  /**
   * Moves one, and compares what is there then with its size and SHA-256. Small pictures do not move: they are made anew.
   *
   * @returns its bytes; null when it was removed meanwhile
   */
  move(path: string): Promise<number | null>;
  /** Removes the folders that are empty now. */
  tidy(): Promise<void>;
}

/** Later than any file. */
const FAR = 8.64e15;

export function createMover(root: string, bucket: Bucket): Mover {
  const disk = createDiskStorage(root);
  const isOnDisk = (path: string) =>
    stat(join(root, path)).then(
      () => true,
      (error: unknown) => {
        if (isMissing(error)) return false;
        throw error;
      },
    );

  return {
    async list() {
      const names = await listFolder(root, { recursive: true });
      const paths = names.map((name) => name.replaceAll('\\', '/')).filter(isPath);
      // After the names: a file's mark comes before it.
      const unsettled = new Set(await disk.abandoned(new Date(FAR)));
      return { paths: paths.filter((path) => !unsettled.has(path)), unsettled: unsettled.size };
    },

    async move(path) {
      const file = join(root, path);
      if (!(await isOnDisk(path))) return null;
      const here = await fingerprint(createReadStream(file)).catch(nullIfMissing);
      if (!here) return null;
      await bucket.send(path, file).catch(nullIfMissing);
      // Whoever removes a file begins at the disk: what is gone there now may have been in the bucket too late for them.
      if (!(await isOnDisk(path))) {
        await bucket.remove(path);
        return null;
      }
      const there = await fingerprint((await bucket.open(path)).stream).catch(nullIfMissing);
      if (!there && !(await isOnDisk(path))) return null;
      if (there?.size !== here.size || there.sha256 !== here.sha256) {
        await bucket.remove(path);
        throw new Error('it was another file in the bucket');
      }
      await disk.remove(path);
      return here.size;
    },

    async tidy() {
      for (const company of await listFolder(root)) {
        for (const name of await listFolder(join(root, company)))
          await rmdir(join(root, company, name)).catch(() => {});
        await rmdir(join(root, company)).catch(() => {});
      }
      await rmdir(root).catch(() => {});
    },
  };
}

async function fingerprint(bytes: AsyncIterable<Uint8Array>): Promise<{ size: number; sha256: string }> {
  const hash = createHash('sha256');
  let size = 0;
  for await (const chunk of bytes) {
    size += chunk.byteLength;
    hash.update(chunk);
  }
  return { size, sha256: hash.digest('hex') };
}

const listFolder = (folder: string, options: { recursive?: boolean } = {}): Promise<string[]> =>
  readdir(folder, options).catch((error: NodeJS.ErrnoException) => {
    if (isMissing(error) || error.code === 'ENOTDIR') return [];
    throw error;
  });

function nullIfMissing(error: unknown): null {
  if (isMissing(error)) return null;
  throw error;
}
