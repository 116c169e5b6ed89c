import { constants } from 'node:fs';
import { access, mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../../config.ts';
import { findRoom } from '../../modules/system/checks/disk.ts';
import { findFullest, foldersOf } from '../../platform/measure.ts';
import { describe } from './health.ts';
import { bad, good, reasonOf, type Seen, warning } from './seen.ts';

const LEAST_NODE = 24;
const KEY_BYTES = 32;
const WRITES = 40;
const BLOCK = Buffer.alloc(8 * 1024, 1);
/** A commit waits for the disk once: slower than this every message is felt. */
const SLOW_MS = { warning: 10, bad: 50 };

/** The program itself, its folder, its key, and how fast and how full its disks are. */
export async function lookAtMachine(config: Config): Promise<Seen[]> {
  return [
    lookAtNode(),
    await lookAtKey(config),
    ...(await lookAtFolder(config)),
    ...(await lookAtDisks(config)),
  ];
}

function lookAtNode(): Seen {
  const { version } = process;
  if (Number.parseInt(version.slice(1), 10) >= LEAST_NODE) return good('Node', version);
  return bad('Node', `${version} is too old`, `Install Node ${LEAST_NODE} or newer.`);
}

async function lookAtKey({ secretKeyFile }: Config): Promise<Seen> {
  const text = await readFile(secretKeyFile, 'utf8').catch(() => null);
  if (text === null)
    return warning(
      'Secret key',
      `there is no ${secretKeyFile} yet`,
      'The first start makes it. If this server was at work before, bring the file back from a backup first: nothing that is sealed can be read without it.',
    );
  if (Buffer.from(text.trim(), 'base64').length === KEY_BYTES)
    return good('Secret key', `${secretKeyFile}; keep a copy of it apart from the backups`);
  return bad('Secret key', `${secretKeyFile} is none`, 'Bring the right file back from a backup.');
}

async function lookAtFolder({ dataDir }: Config): Promise<Seen[]> {
  try {
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
    const ms = await writeSpeed(dataDir);
    const says = `${ms.toFixed(1)} ms until 8 kB are safe on it`;
    const advice = 'Use a local SSD, or a volume with more input and output a second.';
    const speed =
      ms > SLOW_MS.bad
        ? bad('Disk speed', says, advice)
        : ms > SLOW_MS.warning
          ? warning('Disk speed', says, advice)
          : good('Disk speed', says);
    return [good('Data folder', dataDir), speed];
  } catch (error) {
    return [
      bad(
        'Data folder',
        `${dataDir} cannot be written to: ${reasonOf(error)}`,
        'Make the folder, give it to the user of the server, or name another one in DATA_DIR.',
      ),
    ];
  }
}

/** By itself: when a disk is full, no server may be at work that says so. */
async function lookAtDisks(config: Config): Promise<Seen[]> {
  const fullest = await findFullest(foldersOf(config));
  if (!fullest) return [];
  const { folder, free, all } = fullest;
  return [describe({ name: findRoom(free, all), facts: { name: folder, bytes: free } })];
}

/** @returns the median of the milliseconds until a write is safe */
async function writeSpeed(dataDir: string): Promise<number> {
  const dir = await mkdtemp(join(dataDir, 'doctor-'));
  try {
    const file = await open(join(dir, 'speed'), 'w');
    const times: number[] = [];
    for (let write = 0; write < WRITES; write += 1) {
      const begun = performance.now();
      await file.write(BLOCK);
      await file.datasync();
      times.push(performance.now() - begun);
    }
    await file.close();
    return times.toSorted((a, b) => a - b)[WRITES / 2] ?? 0;
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}
