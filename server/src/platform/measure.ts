import { statfs } from 'node:fs/promises';
import type { Config } from '../config.ts';
import type { Measures } from './processes.ts';

type Disk = Pick<Measures, 'disk' | 'diskFree'>;

const UNKNOWN: Disk = { disk: null, diskFree: null };
/** Where Debian's PostgreSQL has its databases. */
const DEBIAN_DATABASES = '/var/lib/postgresql';
const THIS_MACHINE = new Set(['', 'localhost', '127.0.0.1', '[::1]']);

/** What this machine may have on disks of their own: files, a database, backups. */
export function foldersOf({
  dataDir,
  databaseUrl,
  backup,
}: Pick<Config, 'dataDir' | 'databaseUrl' | 'backup'>): string[] {
  const hasDatabase = databaseUrl !== null && THIS_MACHINE.has(new URL(databaseUrl).hostname);
  return [
    dataDir,
    ...(hasDatabase ? [DEBIAN_DATABASES] : []),
    ...(backup?.place.startsWith('/') ? [backup.place] : []),
  ];
}

interface FullestDisk {
  /** One that lies on it. */
  folder: string;
  /** Bytes. */
  all: number;
  free: number;
}

/** The fullest of the disks on which these folders lie; undefined: none of them is there. */
export async function findFullest(folders: readonly string[]): Promise<FullestDisk | undefined> {
  const disks = await Promise.all(
    folders.map(async (folder) => {
      const seen = await statfs(folder).catch(() => null);
      if (!seen || seen.blocks === 0) return [];
      return [{ folder, all: seen.bsize * seen.blocks, free: seen.bsize * seen.bavail }];
    }),
  );
  return disks.flat().toSorted((a, b) => a.free / a.all - b.free / b.all)[0];
}

/**
 * What this process says of itself and its machine, at once. The disk is as it was a moment ago: one that does not answer
 * holds nobody up.
 *
 * @param folders whose disks are looked at: the fullest is told of
 * @param consoles connected to this process
 */
export function createMeasure(folders: readonly string[], consoles: () => number): () => Measures {
  let disk = UNKNOWN;
  let asking = false;

  async function ask(): Promise<void> {
    asking = true;
    const fullest = await findFullest(folders);
    disk = fullest ? { disk: fullest.all, diskFree: fullest.free } : UNKNOWN;
    asking = false;
  }

  void ask();
  return () => {
    if (!asking) void ask();
    return { ...disk, consoles: consoles(), memory: process.memoryUsage.rss() };
  };
}
