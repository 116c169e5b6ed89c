import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '@balcao/shared/errors.ts';
import type { PiecemealFile } from './storage.ts';

/** Files that a company has begun to bring and not finished; more are somebody who fills the disk. */
const MAX_UNFINISHED_UPLOADS = 100;

/** Files that come in pieces, as `<dir>/<company>/<hash of the name>`, their length being what has come. */
export function createPieces(dir: string) {
  const writing = new Map<string, { stop(): void; done: Promise<unknown> }>();
  const folderOf = (companyId: number) => join(dir, String(companyId));

  function file(companyId: number, name: string): PiecemealFile {
    const folder = folderOf(companyId);
    const path = join(folder, createHash('sha256').update(name).digest('hex'));
    const size = () => sizeOf(path);

    async function write(
      source: AsyncIterable<Uint8Array>,
      { at, limit }: { at: number; limit: number },
      stopped: AbortSignal,
    ): Promise<number> {
      let received = await size();
      if (received !== at) throw new AppError('ERR_UPLOAD_OFFSET', { received });
      if (received === 0) await assertRoom(folder);
      const handle = await open(path, 'a', 0o600);
      try {
        for await (const chunk of source) {
          if (stopped.aborted) throw new AppError('ERR_UPLOAD_OFFSET', { received });
          if (received + chunk.byteLength > limit) throw new AppError('ERR_BODY_TOO_LARGE', { limit });
          await handle.writeFile(chunk);
          received += chunk.byteLength;
        }
        return received;
      } finally {
        await handle.close();
      }
    }

    return {
      size,
      async append(source, options) {
        const before = writing.get(path);
        before?.stop();
        const stop = new AbortController();
        const ended = before?.done.catch(() => {}) ?? Promise.resolve();
        const done = ended.then(() => write(untilStopped(source, stop.signal), options, stop.signal));
        const own = { stop: () => stop.abort(), done };
        writing.set(path, own);
        try {
          return await done;
        } finally {
          if (writing.get(path) === own) writing.delete(path);
        }
      },
      read: () => createReadStream(path),
      discard: () => rm(path, { force: true }),
    };
  }

  return {
    file,
    removeCompany: (companyId: number) => rm(folderOf(companyId), { recursive: true, force: true }),
    async abandoned(before: Date): Promise<string[]> {
      const paths: string[] = [];
      for (const company of await list(dir))
        for (const name of await list(join(dir, company))) {
          const { mtime } = await stat(join(dir, company, name)).catch(() => ({ mtime: new Date() }));
          if (mtime < before) paths.push(`${company}/${name}`);
        }
      return paths;
    },
    async remove(path: string): Promise<void> {
      const file = join(dir, path);
      if (!writing.has(file)) await rm(file, { force: true });
    },
  };
}

async function assertRoom(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  if ((await list(folder)).length >= MAX_UNFINISHED_UPLOADS) throw new AppError('ERR_TOO_MANY_REQUESTS');
}

const list = (dir: string) =>
  readdir(dir).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });

const sizeOf = (path: string) =>
  stat(path).then(
    ({ size }) => size,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return 0;
      throw error;
    },
  );

/** A line that died says nothing, and would be waited for. */
async function* untilStopped(
  source: AsyncIterable<Uint8Array>,
  stop: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const chunks = source[Symbol.asyncIterator]();
  const { promise: stopped, resolve } = Promise.withResolvers<{ done: true; value: undefined }>();
  stop.addEventListener('abort', () => resolve({ done: true, value: undefined }), { once: true });
  try {
    for (;;) {
      const { done, value } = await Promise.race([chunks.next(), stopped]);
      if (done) return;
      yield value;
    }
  } finally {
    if (stop.aborted) void chunks.return?.();
  }
}
