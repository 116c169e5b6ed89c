import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { assertPath, derivedPath, isPath, markedPath, markOf, newPath } from './paths.ts';
import { createPieces } from './pieces.ts';
import { receiveFile } from './received-file.ts';
import { createSharedWork } from './shared-work.ts';
import type { Storage } from './storage.ts';

/**
 * Files as `<root>/<company>/<aa>/<random>`. A mark in `<root>/incoming` comes before a file's first byte and goes when
 * its row is there: what a crash leaves is found by looking at the marks, however many files there are.
 */
export function createDiskStorage(root: string): Storage {
  const incoming = join(root, 'incoming');
  const marks = createMarks(incoming);
  const pieces = createPieces(join(incoming, 'pieces'));
  const deriveOnce = createSharedWork();

  /**
   * Removes a file with all that lies beside it: its small picture, and drafts that a crash or a full disk has left.
   */
  async function remove(path: string): Promise<void> {
    const file = locate(root, path);
    await rm(file, { force: true });
    const folder = dirname(file);
    for (const name of (await readdir(folder).catch(ignoreMissing)) ?? [])
      if (name.startsWith(`${basename(file)}.`)) await rm(join(folder, name), { force: true });
    await marks.remove(path);
  }

  /** Leaves nothing behind when the file was removed meanwhile. */
  async function derive(
    from: string,
    to: string,
    make: Parameters<Storage['openDerived']>[1],
  ): Promise<void> {
    await make(from, to);
    if ((await stat(from).catch(ignoreMissing)) === null) await rm(to, { force: true });
  }

  return {
    remove,
    async put(companyId, source, { limit, mime }) {
      const path = newPath(companyId);
      const file = locate(root, path);
      await mkdir(incoming, { recursive: true });
      await mkdir(dirname(file), { recursive: true });
      try {
        await marks.set(path);
        const received = await receiveFile(file, source, limit, mime);
        await flushFolder(dirname(file));
        return {
          ...received,
          settle: async (commit) => ((await commit(path)) ? marks.remove(path) : remove(path)),
          discard: () => remove(path),
        };
      } catch (error) {
        await remove(path);
        throw error;
      }
    },
    piecemeal: pieces.file,
    abandonedPieces: pieces.abandoned,
    removePieces: pieces.remove,
    link: async () => null,
    async removeCompany(companyId) {
      await rm(join(root, String(companyId)), { recursive: true, force: true });
      await pieces.removeCompany(companyId);
    },
    async openDerived(path, make) {
      const from = locate(root, path);
      const to = derivedPath(from);
      const opened = await openWhole(to).catch(ignoreMissing);
      if (opened) return opened;
      await deriveOnce(path, () => derive(from, to, make));
      return openWhole(to);
    },
    keep: marks.remove,
    abandoned: marks.abandoned,
    async open(path, range) {
      const stream = createReadStream(locate(root, path), range ?? {});
      await once(stream, 'open');
      return stream;
    },
  };
}

/** The marks of files that have no row yet. */
function createMarks(folder: string) {
  const fileOf = (path: string) => join(folder, markOf(path));
  return {
    set: (path: string) => writeFile(fileOf(path), '', { flag: 'wx' }),
    remove: (path: string) => rm(fileOf(path), { force: true }),
    async abandoned(before: Date): Promise<string[]> {
      const paths: string[] = [];
      for (const mark of (await readdir(folder).catch(ignoreMissing)) ?? []) {
        const path = markedPath(mark);
        const { mtime } = await stat(join(folder, mark)).catch(() => ({ mtime: before }));
        if (isPath(path) && mtime < before) paths.push(path);
      }
      return paths;
    },
  };
}

function locate(root: string, path: string): string {
  assertPath(path);
  return join(root, path);
}

/** Nothing was ever stored. */
function ignoreMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}

async function openWhole(file: string) {
  const handle = await open(file);
  const { size } = await handle.stat();
  return { stream: handle.createReadStream(), size };
}

/** The names of files too must survive it, or the row names nothing, or a picture as it came. Windows keeps them itself. */
async function flushFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
