import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { type FileHandle, mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { AppError } from '@balcao/shared/errors.ts';
import { fileTypeFromFile } from 'file-type';
import type { Storage } from './storage.ts';

/** Files as `<root>/<company>/<aa>/<random>`; half-written ones stay in `<root>/incoming` until they are whole. */
export function createDiskStorage(root: string): Storage {
  return {
    async put(companyId, source, { limit }) {
      const name = randomBytes(20).toString('hex');
      const draft = join(root, 'incoming', name);
      const path = `${companyId}/${name.slice(0, 2)}/${name}`;
      await mkdir(dirname(draft), { recursive: true });
      try {
        const written = await write(draft, source, limit);
        const type = await fileTypeFromFile(draft);
        await mkdir(dirname(join(root, path)), { recursive: true });
        await rename(draft, join(root, path));
        return { path, ...written, mime: type?.mime ?? null };
      } catch (error) {
        await rm(draft, { force: true });
        throw error;
      }
    },
    async open(path, range) {
      const stream = createReadStream(locate(root, path), range ?? {});
      await once(stream, 'open');
      return stream;
    },
    async remove(path) {
      await rm(locate(root, path), { force: true });
    },
  };
}

/** A path comes from a row of ours; one that leaves the store was tampered with. */
function locate(root: string, path: string): string {
  if (!/^\d+\/[\da-f]{2}\/[\da-f]{40}$/.test(path)) throw new Error('not a path of this store');
  return join(root, path);
}

async function write(
  file: string,
  source: AsyncIterable<Uint8Array> | Uint8Array,
  limit: number,
): Promise<{ size: number; sha256: Buffer }> {
  const hash = createHash('sha256');
  const handle = await open(file, 'wx', 0o600);
  try {
    const size = await copy(handle, source instanceof Uint8Array ? [source] : source, limit, (chunk) =>
      hash.update(chunk),
    );
    // The row that names this file commits later: by then the bytes must survive a power cut.
    await handle.sync();
    return { size, sha256: hash.digest() };
  } finally {
    await handle.close();
  }
}

async function copy(
  handle: FileHandle,
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  limit: number,
  seen: (chunk: Uint8Array) => void,
): Promise<number> {
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.byteLength;
    if (size > limit) throw new AppError('ERR_BODY_TOO_LARGE', { limit });
    seen(chunk);
    await handle.writeFile(chunk);
  }
  return size;
}
