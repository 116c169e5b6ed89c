import { createWriteStream } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AppError } from '@balcao/shared/errors.ts';
import { z } from 'zod';

/** A file on this computer's disk. `mime` comes from the bytes or from the server, never from the name. */
export interface MediaFile {
  id: string;
  path: string;
  mime: string;
  name: string;
  size: number;
  /** Of a voice note that was recorded here. */
  recording: Recording | null;
}

export interface FileStore {
  /** Using a file keeps it from being the next to go. */
  get(id: string): MediaFile | null;
  /** Stores all bytes or nothing. A pinned file stays until it is unpinned. @throws AppError ERR_DISK_FULL */
  put(id: string, info: FileInfo, bytes: AsyncIterable<Uint8Array>): Promise<MediaFile>;
  /** The server has it now: here it is a copy like any other. */
  unpin(id: string): Promise<void>;
  /** Removes every copy; what is pinned stays. */
  clear(): Promise<void>;
  /** Removes these, unless they are pinned. */
  remove(ids: readonly string[]): Promise<void>;
  /** From now on; what is too much goes at once. */
  setLimit(bytes: number): Promise<void>;
  usage(): FileUsage;
}

interface FileUsage {
  files: number;
  fileBytes: number;
  /** Those that are pinned. */
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

const PART = '.part';
const INFO = '.json';

/**
 * A directory of files by id, the least recently used going first when there are more than `mostBytes`. Each file
 * `<id>` has its `<id>.json`, which is written before the file gets its name: a crash leaves no file without one.
 */
export async function openFileStore(dir: string, mostBytes: number): Promise<FileStore> {
  let limitBytes = mostBytes;
  await mkdir(dir, { recursive: true, mode: 0o700 });
  const entries = await readEntries(dir);
  const pathOf = (id: string) => join(dir, id);
  const asFile = (id: string, { mime, name, size, recording = null }: Entry): MediaFile => ({
    id,
    path: pathOf(id),
    mime,
    name,
    size,
    recording,
  });

  async function remove(id: string): Promise<void> {
    entries.delete(id);
    await rm(pathOf(id), { force: true });
    await rm(pathOf(id) + INFO, { force: true });
  }

  async function makeRoom(keep?: string): Promise<void> {
    let total = [...entries.values()].reduce((sum, entry) => sum + entry.size, 0);
    const oldestFirst = [...entries].sort(([, a], [, b]) => a.usedAt - b.usedAt);
    for (const [id, entry] of oldestFirst) {
      if (total <= limitBytes) return;
      if (entry.pinned || id === keep) continue;
      total -= entry.size;
      await remove(id);
    }
  }

  return {
    get(id) {
      const entry = entries.get(id);
      if (!entry) return null;
      entry.usedAt = Date.now();
      // Not the file's own time: an upload fails whose file changes meanwhile. Only the order of leaving depends on it.
      void utimes(pathOf(id) + INFO, new Date(), new Date()).catch(() => {});
      return asFile(id, entry);
    },

    async put(id, info, bytes) {
      const part = `${pathOf(id)}.${crypto.randomUUID()}${PART}`;
      try {
        await pipeline(Readable.from(bytes), createWriteStream(part, { mode: 0o600 }));
        await writeFile(pathOf(id) + INFO, JSON.stringify(info), { mode: 0o600 });
        await rename(part, pathOf(id));
      } catch (error) {
        await rm(part, { force: true });
        throw isDiskFull(error) ? new AppError('ERR_DISK_FULL', {}, { cause: error }) : error;
      }
      const { size } = await stat(pathOf(id));
      const entry = { ...info, size, usedAt: Date.now() };
      entries.set(id, entry);
      await makeRoom(id);
      return asFile(id, entry);
    },

    async unpin(id) {
      const entry = entries.get(id);
      if (!entry?.pinned) return;
      entry.pinned = false;
      const { mime, name, pinned, recording } = entry;
      await writeFile(pathOf(id) + INFO, JSON.stringify({ mime, name, pinned, recording }), { mode: 0o600 });
    },

    async clear() {
      for (const [id, { pinned }] of [...entries]) if (!pinned) await remove(id);
    },
    async remove(ids) {
      for (const id of ids) if (entries.get(id)?.pinned === false) await remove(id);
    },
    async setLimit(bytes) {
      limitBytes = bytes;
      await makeRoom();
    },
    usage() {
      const sum = (wanted: boolean) => {
        const found = [...entries.values()].filter(({ pinned }) => pinned === wanted);
        return { count: found.length, bytes: found.reduce((total, { size }) => total + size, 0) };
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

/** What an earlier run left; pieces of interrupted downloads are removed. */
async function readEntries(dir: string): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>();
  const names = new Set(await readdir(dir));
  for (const name of names) {
    if (name.endsWith(INFO)) continue;
    const info = names.has(name + INFO) ? await readInfo(join(dir, name + INFO)) : null;
    if (info) {
      const { size } = await stat(join(dir, name));
      const { mtimeMs } = await stat(join(dir, name + INFO));
      entries.set(name, { ...info, size, usedAt: mtimeMs });
    } else {
      await rm(join(dir, name), { force: true });
    }
  }
  return entries;
}

async function readInfo(path: string): Promise<FileInfo | null> {
  try {
    return sidecar.parse(JSON.parse(await readFile(path, 'utf8')));
  } catch {
    return null;
  }
}

const isDiskFull = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOSPC';
