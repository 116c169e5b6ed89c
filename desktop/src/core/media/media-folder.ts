import { createWriteStream } from 'node:fs';
import { open, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AppError } from '@balcao/shared/errors.ts';
import { contentSize, type Key, seal } from '../vault/sealed-bytes.ts';
import type { FileInfo } from './file-info.ts';

export const PART = '.part';
export const INFO = '.json';

/**
 * The folder of the files, by their ids. Each file `<id>` has its `<id>.json`, which is written before the file gets its
 * name: a crash leaves no file without one.
 */
export interface MediaFolder {
  pathOf(id: string): string;
  /** Writes all bytes or nothing. @returns the size of the content @throws AppError ERR_DISK_FULL */
  write(id: string, info: FileInfo, bytes: AsyncIterable<Uint8Array>): Promise<number>;
  writeInfo(id: string, info: FileInfo, flush: boolean): Promise<void>;
  /** The file was used. */
  touch(id: string): void;
  remove(id: string): Promise<void>;
}

/** @param key with which files and what is said of them are sealed */
export function createMediaFolder(dir: string, key: Key | null): MediaFolder {
  const pathOf = (id: string) => join(dir, id);
  const partOf = (id: string) => `${pathOf(id)}.${crypto.randomUUID()}${PART}`;

  async function writeInfo(id: string, info: FileInfo, flush: boolean): Promise<void> {
    const { mime, name, pinned, recording } = info;
    const json = Buffer.from(JSON.stringify({ mime, name, pinned, recording }));
    const content = key ? seal(key, Readable.from([json])) : json;
    const part = partOf(id);
    try {
      await writeFile(part, content, { mode: 0o600, flush });
      await rename(part, pathOf(id) + INFO);
    } catch (error) {
      await rm(part, { force: true });
      throw error;
    }
  }

  return {
    pathOf,
    writeInfo,
    async write(id, info, bytes) {
      const part = partOf(id);
      try {
        const stored = key ? seal(key, bytes) : bytes;
        await pipeline(Readable.from(stored), createWriteStream(part, { mode: 0o600, flush: info.pinned }));
        await writeInfo(id, info, info.pinned);
        await rename(part, pathOf(id));
        if (info.pinned) await flushFolder(dir);
      } catch (error) {
        await rm(part, { force: true });
        throw isDiskFull(error) ? new AppError('ERR_DISK_FULL', {}, { cause: error }) : error;
      }
      return sizeOf(pathOf(id), key);
    },
    touch(id) {
      // Not the file's own time: an upload fails whose file changes meanwhile. Only the order of removal depends on it.
      void utimes(pathOf(id) + INFO, new Date(), new Date()).catch(() => {});
    },
    async remove(id) {
      await rm(pathOf(id), { force: true });
      await rm(pathOf(id) + INFO, { force: true });
    },
  };
}

/** The size of the content, which is smaller than a sealed file. */
export async function sizeOf(path: string, key: Key | null): Promise<number> {
  const { size } = await stat(path);
  return key ? contentSize(size) : size;
}

/** A command outlives a power cut as soon as it is stored: the names of its files do too. Windows keeps them by itself. */
async function flushFolder(dir: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(dir, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

const isDiskFull = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOSPC';
