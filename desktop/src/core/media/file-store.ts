import { createWriteStream } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { AppError } from '@balcao/shared/errors.ts';
import { z } from 'zod';
import { contentSize, type Key, seal } from '../vault/sealed-bytes.ts';
import { contentOf } from './content.ts';
import { sniffMime } from './mime.ts';

/** A file on this computer's disk. `mime` comes from the bytes or from the server, never from the name. */
export interface MediaFile {
  id: string;
  path: string;
  mime: string;
  name: string;
  size: number;
  /** Set for a voice note that was recorded here. */
  recording: Recording | null;
  /** The key of the encrypted file: read it with `contentOf`. Null: it is stored unencrypted. */
  key: Key | null;
}

export interface FileStore {
  /** Using a file keeps it from being the next to go. */
  get(id: string): MediaFile | null;
  /**
   * Stores all bytes or nothing. A pinned file outlives a power cut, and stays until it is unpinned or, unless it is
   * needed by then, the store is opened again. @throws AppError ERR_DISK_FULL
   */
  put(id: string, info: FileInfo, bytes: AsyncIterable<Uint8Array>): Promise<MediaFile>;
  /** The server has it now: here it is a copy like any other. */
  unpin(id: string): Promise<void>;
  /** Removes every copy; what is pinned or needed stays. */
  clear(): Promise<void>;
  /** Removes these, pinned ones too, unless they are needed. */
  remove(ids: readonly string[]): Promise<void>;
  /** Puts all there are into another one, the least recently used first. */
  copyTo(other: FileStore): Promise<void>;
  /** Sets the limit; files above it are removed at once. */
  setLimit(bytes: number): Promise<void>;
  usage(): FileUsage;
}

interface FileUsage {
  files: number;
  fileBytes: number;
  /** Files that are pinned or needed. */
  unsentFiles: number;
  unsentBytes: number;
}

const recording = z.object({
  /** Whole, at least 1. */
  seconds: z.int(),
  /** 64 bytes in base64, each the loudness of its part from 0 to 100. */
  waveform: z.string(),
});
export type Recording = z.output<typeof recording>;

const sidecar = z.object({
  mime: z.string(),
  name: z.string(),
  pinned: z.boolean(),
  recording: recording.nullable().default(null),
});
type FileInfo = z.input<typeof sidecar>;

interface Entry extends FileInfo {
  size: number;
  usedAt: number;
}

/** Files by their ids. */
export type FileIds = Pick<ReadonlySet<string>, 'has'>;
export const EVERY_FILE: FileIds = { has: () => true };

const PART = '.part';
const INFO = '.json';

/**
 * A directory of files by id, the least recently used going first when there are more than `mostBytes`. Each file
 * `<id>` has its `<id>.json`, which is written before the file gets its name: a crash leaves no file without one.
 * @param key with which both are sealed, those that are there already too
 * @param needed what something unsent names: it stays as if it were pinned, whether or not the server has it, and even
 * when what `<id>.json` said is lost
 */
export async function openFileStore(
  dir: string,
  mostBytes: number,
  key: Key | null = null,
  needed: () => FileIds = () => new Set(),
): Promise<FileStore> {
  let limitBytes = mostBytes;
  await mkdir(dir, { recursive: true, mode: 0o700 });
  const entries = await readEntries(dir, key, needed);
  const pathOf = (id: string) => join(dir, id);
  const partOf = (id: string) => `${pathOf(id)}.${crypto.randomUUID()}${PART}`;
  const asFile = (id: string, { mime, name, size, recording = null }: Entry): MediaFile => ({
    id,
    path: pathOf(id),
    mime,
    name,
    size,
    recording,
    key,
  });

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

  async function remove(id: string): Promise<void> {
    entries.delete(id);
    await rm(pathOf(id), { force: true });
    await rm(pathOf(id) + INFO, { force: true });
  }

  function staying(): (id: string) => boolean {
    const unsent = needed();
    return (id) => unsent.has(id) || entries.get(id)?.pinned === true;
  }

  const leastUsedFirst = () => [...entries].sort(([, a], [, b]) => a.usedAt - b.usedAt);

  async function makeRoom(keep?: string): Promise<void> {
    let total = [...entries.values()].reduce((sum, entry) => sum + entry.size, 0);
    if (total <= limitBytes) return;
    const stays = staying();
    for (const [id, entry] of leastUsedFirst()) {
      if (total <= limitBytes) return;
      if (stays(id) || id === keep) continue;
      total -= entry.size;
      await remove(id);
    }
  }

  return {
    get(id) {
      const entry = entries.get(id);
      if (!entry) return null;
      entry.usedAt = Date.now();
      // Not the file's own time: an upload fails whose file changes meanwhile. Only the order of removal depends on it.
      void utimes(pathOf(id) + INFO, new Date(), new Date()).catch(() => {});
      return asFile(id, entry);
    },

    async put(id, info, bytes) {
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
      const size = await sizeOf(pathOf(id), key);
      const entry = { ...info, size, usedAt: Date.now() };
      entries.set(id, entry);
      await makeRoom(id);
      return asFile(id, entry);
    },

    async unpin(id) {
      const entry = entries.get(id);
      if (!entry?.pinned) return;
      // Something may still need it: a power cut leaves what it was or what it is.
      await writeInfo(id, { ...entry, pinned: false }, true);
      entry.pinned = false;
    },

    async clear() {
      const stays = staying();
      for (const id of [...entries.keys()]) if (!stays(id)) await remove(id);
    },
    async remove(ids) {
      const unsent = needed();
      for (const id of ids) if (entries.has(id) && !unsent.has(id)) await remove(id);
    },
    async copyTo(other) {
      for (const [id, entry] of leastUsedFirst()) await other.put(id, entry, contentOf(asFile(id, entry)));
    },
    async setLimit(bytes) {
      limitBytes = bytes;
      await makeRoom();
    },
    usage() {
      const stays = staying();
      const sum = (wanted: boolean) => {
        const found = [...entries].filter(([id]) => stays(id) === wanted);
        return { count: found.length, bytes: found.reduce((total, [, { size }]) => total + size, 0) };
      };
      const [copies, unsent] = [sum(false), sum(true)];
      return {
        files: copies.count,
        fileBytes: copies.bytes,
        unsentFiles: unsent.count,
        unsentBytes: unsent.bytes,
      };
    },
  };
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

/**
 * Files of an earlier run; pieces of interrupted downloads are removed. A file that was handed over then and is not
 * needed has no screen left that would send or release it.
 */
async function readEntries(dir: string, key: Key | null, needed: () => FileIds): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>();
  const unsent = needed();
  for (const name of await readdir(dir)) {
    if (name.endsWith(INFO)) continue;
    const path = join(dir, name);
    const info = name.endsWith(PART) ? null : await readInfo(path + INFO, key);
    if (info) {
      const { mtimeMs } = await stat(path + INFO);
      const pinned = info.pinned && unsent.has(name);
      entries.set(name, { ...info, pinned, size: await sizeOf(path, key), usedAt: mtimeMs });
    } else if (!name.endsWith(PART) && unsent.has(name)) {
      const size = await sizeOf(path, key);
      const mime = await sniffMime(await headOf({ path, size, key }));
      entries.set(name, { mime, name, pinned: false, size, usedAt: Date.now() });
    } else {
      await rm(path, { force: true });
    }
  }
  return entries;
}

/** The first bytes, enough to detect its type; empty when it cannot be read. */
const headOf = (file: Pick<MediaFile, 'path' | 'size' | 'key'>): Promise<Buffer> =>
  buffer(contentOf(file, { start: 0, end: Math.max(1, Math.min(file.size, HEAD_BYTES)) - 1 })).catch(() =>
    Buffer.alloc(0),
  );
const HEAD_BYTES = 4_096;

async function readInfo(path: string, key: Key | null): Promise<FileInfo | null> {
  try {
    const json = key
      ? await text(contentOf({ path, size: await sizeOf(path, key), key }))
      : await readFile(path, 'utf8');
    return sidecar.parse(JSON.parse(json));
  } catch {
    return null;
  }
}

async function sizeOf(path: string, key: Key | null): Promise<number> {
  const { size } = await stat(path);
  return key ? contentSize(size) : size;
}

const isDiskFull = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOSPC';
