import { existsSync } from 'node:fs';
import { copyFile, mkdir, open, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { EVERY_FILE, openFileStore } from '../media/file-store.ts';
import { relock, unlock } from '../store/cipher.ts';
import type { Key } from './sealed-bytes.ts';

/** Names the key of everything beside it; a folder without it is not sealed. */
export const KEY_FILE = 'key-id';

interface Resealing {
  dir: string;
  /** This file is written again. */
  next: string;
  from: Key | null;
  to: { id: string; key: Key } | null;
}

/**
 * A copy of an account's folder, sealed otherwise and on the disk when this resolves. What is damaged already and was set
 * aside before is not taken over.
 */
export async function reseal({ dir, next, from, to }: Resealing): Promise<void> {
  await rm(next, { recursive: true, force: true });
  await mkdir(next, { recursive: true, mode: 0o700 });
  for (const name of ['pending.db', 'cache.db'])
    if (existsSync(join(dir, name)))
      await copyDatabase(join(dir, name), join(next, name), from, to?.key ?? null);
  await copyMedia(join(dir, 'media'), join(next, 'media'), from, to?.key ?? null);
  if (to) await writeFile(join(next, KEY_FILE), to.id, { mode: 0o600 });
  await flush(next);
}

/** The library seals a file in place, so a copy of it is what changes. @throws when it is damaged, or not whole afterwards */
async function copyDatabase(source: string, target: string, from: Key | null, to: Key | null): Promise<void> {
  // The last one to close it brings its log into the file.
  withDatabase(source, from, (db) => void db.pragma('wal_checkpoint(truncate)'));
  if (existsSync(`${source}-wal`)) throw new Error(`${source} could not be brought to rest`);
  await copyFile(source, target);
  withDatabase(target, from, (db) => relock(db, to));
  withDatabase(target, to, (db) => {
    const verdict = db.pragma('quick_check(1)', { simple: true });
    if (verdict !== 'ok') throw new Error(`${target} is not whole: ${verdict}`);
  });
}

function withDatabase(path: string, key: Key | null, work: (db: Sqlite.Database) => void): void {
  const db = new Sqlite(path);
  try {
    unlock(db, key);
    // Reads a page: a wrong key is found here.
    db.prepare('select count(*) from sqlite_schema').get();
    work(db);
  } finally {
    db.close();
  }
}

async function copyMedia(source: string, target: string, from: Key | null, to: Key | null): Promise<void> {
  const files = await openFileStore(source, Number.MAX_SAFE_INTEGER, from, () => EVERY_FILE);
  const copies = await openFileStore(target, Number.MAX_SAFE_INTEGER, to);
  await files.copyTo(copies);
}

/** A power cut after this loses nothing of it. */
async function flush(dir: string): Promise<void> {
  for (const entry of await readdir(dir, { withFileTypes: true, recursive: true }))
    if (entry.isFile()) await flushOne(join(entry.parentPath, entry.name));
  await flushDir(join(dir, 'media'));
  await flushDir(dir);
}

async function flushOne(path: string): Promise<void> {
  const file = await open(path, 'r+');
  await file.sync();
  await file.close();
}

/** Windows writes file names to the disk by itself, and offers no call for it. */
export async function flushDir(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const dir = await open(path, 'r');
  await dir.sync();
  await dir.close();
}
