import { chmod, cp, mkdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { readMigrations } from '../platform/db/migrate.ts';
import { pathExists } from '../platform/path-exists.ts';
import { type Moment, momentSchema } from './moment.ts';
import { partOf, type Repository, type Snapshot } from './repository.ts';
import { expectRoom } from './room.ts';
import { runProgram } from './run-program.ts';

/** The parts of a backup under names of their own, whatever they were called where it was made. */
export interface Unpacked {
  moment: Moment;
  /** When the copy of the database was finished on which its log builds. */
  since: Date;
  /** Copy and log of an embedded database, and notes. */
  backup: string;
  /** May be absent: an installation with its files in a bucket, or with a database of its own. */
  media: string;
  key: string;
  password: string;
}

/**
 * Takes a backup out of the repository into a folder, which is emptied before.
 *
 * @throws Error when a later version of this program has made it, or when the disk has no room for it
 */
export async function unpack(repository: Repository, snapshot: Snapshot, dir: string): Promise<Unpacked> {
  await rm(dir, { recursive: true, force: true });
  await mkdir(dir, { recursive: true });
  // PostgreSQL's account goes through it.
  await chmod(dir, 0o755);
  await expectRoom('This backup', await repository.sizeOf(snapshot), dir);
  const raw = join(dir, 'raw');
  await repository.load(snapshot, raw);
  const unpacked = {
    backup: join(dir, 'copy'),
    media: join(dir, 'media'),
    key: join(dir, 'secret.key'),
    password: join(dir, 'postgres.password'),
  };
  const named = {
    [unpacked.backup]: partOf(snapshot, 'backup'),
    [unpacked.media]: partOf(snapshot, 'media'),
    [unpacked.password]: partOf(snapshot, 'postgres.password'),
  };
  const key = snapshot.paths.find((path) => !Object.values(named).includes(path));
  for (const [to, from] of Object.entries({ ...named, [unpacked.key]: key }))
    if (from !== undefined) await rename(join(raw, from), to);
  await rm(raw, { recursive: true, force: true });
  const moment = momentSchema.parse(JSON.parse(await readFile(join(unpacked.backup, 'moment.json'), 'utf8')));
  await refuseLater(moment);
  return { ...unpacked, moment, since: snapshot.since };
}

/**
 * Restic, called by root, gives files back to the number that their owner had where the backup was made: here it may be
 * another's. They go to whom the data folder belongs.
 */
export async function giveToOwner(dataDir: string, { media, key }: Unpacked): Promise<void> {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = await stat(dataDir);
  for (const path of [media, key]) {
    if (!(await pathExists(path))) continue;
    const { code, said } = await runProgram('chown', ['-hR', `${uid}:${gid}`, path], { from: 'coreutils' });
    if (code !== 0) throw new Error(`${path} cannot be given to the owner of ${dataDir}: ${said.trim()}`);
  }
}

/** What was made by files that this program does not know it cannot serve. */
async function refuseLater({ migrations }: Moment): Promise<void> {
  const own = new Set((await readMigrations()).map(({ name, hash }) => `${name} ${hash}`));
  const unknown = migrations.find((migration) => !own.has(migration));
  if (unknown)
    throw new Error(
      `A later or another version of this program has made this backup (${unknown.split(' ')[0]}): install that version, and start this again.`,
    );
}

/** Also from one disk to another. */
export async function move(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true });
  try {
    await rename(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
    const draft = `${to}.draft`;
    await rm(draft, { recursive: true, force: true });
    await cp(from, draft, { recursive: true, preserveTimestamps: true });
    await rename(draft, to);
    await rm(from, { recursive: true });
  }
}
