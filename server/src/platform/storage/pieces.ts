import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '@balcao/shared/errors.ts';
import { createSenders } from './senders.ts';
import { MAX_UNFINISHED_UPLOADS, type PiecemealFile } from './storage.ts';

/** Files that come in pieces, as `<dir>/<company>/<hash of the name>`, their length being what has come. */
export function createPieces(dir: string) {
  const senders = createSenders();
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
      append: (source, options) =>
        senders.takeOver(path, source, (bytes, stopped) => write(bytes, options, stopped)),
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
      if (!senders.isAt(file)) await rm(file, { force: true });
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
