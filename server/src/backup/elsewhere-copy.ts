import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { DatabaseCopy } from './database-copy.ts';

/** A database whose provider copies it: only files, key and notes are saved here. */
export async function openElsewhereCopy(url: string, dataDir: string): Promise<DatabaseCopy> {
  const folder = join(dataDir, 'backup');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const today = new Date(new Date().setUTCHours(0, 0, 0, 0));
  return {
    url,
    hasDatabase: false,
    parts: [folder],
    folder,
    list: async () => [today],
    isOld: () => true,
    renew: async () => {},
    dropOlder: async () => {},
    finishLog: async () => {},
    close: async () => {},
  };
}
