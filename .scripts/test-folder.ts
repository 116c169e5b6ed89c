import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder that Linux keeps in memory. */
const MEMORY = '/dev/shm';
/** The databases of a whole run, none of which is dropped before its end. */
const ROOM_BYTES = 6e9;

/**
 * The place for everything that a run of tests writes, removed with this process: in memory where there is room, because
 * tests wait for the disk more than for anything else, and none needs its data when the power fails.
 */
export function makeTestFolder(): string {
  const folder = mkdtempSync(join(hasRoom() ? MEMORY : tmpdir(), 'balcao-tests-'));
  // Started by root, PostgreSQL runs as a user of its own, who must reach its folder.
  chmodSync(folder, 0o755);
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize > ROOM_BYTES;
  } catch {
    return false;
  }
}
