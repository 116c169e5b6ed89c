import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import {
  type FileHandle,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { AppError } from '@balcao/shared/errors.ts';
import { fileTypeFromFile } from 'file-type';
import { cleanFilm, isFilm, isSoundOnly } from '../images/clean-film.ts';
import { cleanImage, isCleanable, MAX_IMAGE_BYTES } from '../images/clean-image.ts';
import { createPieces } from './pieces.ts';
import type { NewFile, Storage } from './storage.ts';

/**
 * Files as `<root>/<company>/<aa>/<random>`. A mark in `<root>/incoming` comes before a file's first byte and goes when
 * its row is there: what a crash leaves is found by looking at the marks, however many files there are.
 */
export function createDiskStorage(root: string): Storage {
  const incoming = join(root, 'incoming');
  const marks = createMarks(incoming);
  const pieces = createPieces(join(incoming, 'pieces'));
  const deriving = new Map<string, Promise<void>>();

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
    async put(companyId, source, { limit }) {
      const name = randomBytes(20).toString('hex');
      const path = `${companyId}/${name.slice(0, 2)}/${name}`;
      const file = locate(root, path);
      await mkdir(incoming, { recursive: true });
      await mkdir(dirname(file), { recursive: true });
      try {
        await marks.set(path);
        const written = await write(file, source, limit);
        const identified = await identify(file, written.size);
        await flushFolder(dirname(file));
        return {
          ...written,
          ...identified,
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
    async removeCompany(companyId) {
      await rm(join(root, String(companyId)), { recursive: true, force: true });
      await pieces.removeCompany(companyId);
    },
    async openDerived(path, make) {
      const from = locate(root, path);
      const to = from + DERIVED;
      const opened = await openWhole(to).catch(ignoreMissing);
      if (opened) return opened;
      // Twenty consoles that show the same new picture make one.
      const work = deriving.get(path) ?? derive(from, to, make).finally(() => deriving.delete(path));
      deriving.set(path, work);
      await work;
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
  const markOf = (path: string) => join(folder, path.replaceAll('/', '-'));
  return {
    set: (path: string) => writeFile(markOf(path), '', { flag: 'wx' }),
    remove: (path: string) => rm(markOf(path), { force: true }),
    async abandoned(before: Date): Promise<string[]> {
      const paths: string[] = [];
      for (const mark of (await readdir(folder).catch(ignoreMissing)) ?? []) {
        const path = mark.replaceAll('-', '/');
        const { mtime } = await stat(join(folder, mark)).catch(() => ({ mtime: before }));
        if (PATH.test(path) && mtime < before) paths.push(path);
      }
      return paths;
    },
  };
}

/** The ending of a small picture, which stands beside its file. */
const DERIVED = '.small';
const PATH = /^\d+\/[\da-f]{2}\/[\da-f]{40}$/;

/** A path comes from a row of ours; one that leaves the store was tampered with. */
function locate(root: string, path: string): string {
  if (!PATH.test(path)) throw new Error('not a path of this store');
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

/** Pictures and films are kept without what they say of their makers; what only begins like a picture is bytes. */
async function identify(
  file: string,
  size: number,
): Promise<Pick<NewFile, 'mime' | 'width' | 'height'> & { size: number }> {
  const mime = (await fileTypeFromFile(file))?.mime ?? null;
  const bytes = { mime, width: null, height: null, size };
  if (isFilm(mime)) return { ...bytes, ...(await identifyFilm(file, size, mime)) };
  if (!isCleanable(mime)) return bytes;
  const image = size <= MAX_IMAGE_BYTES ? cleanImage(mime, await readFile(file)) : null;
  if (!image) return { ...bytes, mime: 'application/octet-stream' };
  const draft = `${file}.clean`;
  const cleaned = await write(draft, image.parts, MAX_IMAGE_BYTES * 2);
  await rename(draft, file);
  return { mime, width: image.width, height: image.height, size: cleaned.size };
}

async function identifyFilm(file: string, size: number, mime: string | null) {
  const cleaned = await cleanFilm(file, size);
  const isSound = mime === 'video/mp4' && (await isSoundOnly(file, cleaned));
  return { mime: isSound ? 'audio/mp4' : mime, size: cleaned };
}

async function write(
  file: string,
  source: AsyncIterable<Uint8Array> | Iterable<Uint8Array> | Uint8Array,
  limit: number,
): Promise<{ size: number; sha256: Buffer }> {
  const hash = createHash('sha256');
  // A draft that a crash left is written over.
  const handle = await open(file, file.endsWith('.clean') ? 'w' : 'wx', 0o600);
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
