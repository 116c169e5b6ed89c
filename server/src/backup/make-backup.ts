import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ConfigWithBackup } from '../config.ts';
import { FIRST_DATABASE } from '../databases/names.ts';
import { openPool } from '../platform/db/client.ts';
import { type Database, openDatabase } from '../platform/db/database.ts';
import { whyNotStarted } from '../platform/db/errors.ts';
import { pathExists } from '../platform/path-exists.ts';
import { mediaFolder } from '../platform/storage/open.ts';
import { begin, end, lastGood } from './backups.repo.ts';
import { wordOnBucket } from './bucket-versions.ts';
import type { DatabaseCopy } from './database-copy.ts';
import { wrongOfKey } from './key.ts';
import { countNow, type Moment, noteThisMoment } from './moment.ts';
import { openDatabaseCopy } from './open-copy.ts';
import { openRepository, type Repository } from './repository.ts';
import { obsolete } from './retention.ts';

/** The table of backups is not there, or not all of it. */
const EARLIER = ['42P01', '42703'];

interface Making {
  config: ConfigWithBackup;
  copy: DatabaseCopy;
  db: Database;
  repository: Repository;
  id: number;
  say(line: string): void;
}

/**
 * Saves the database as it is now, and the files after it: every file that its rows name is there, because bytes are
 * kept for days after their rows. What was saved before costs nothing again.
 *
 * @param options.anew also makes another copy of the database, which is done once a day anyhow, and the place of backups
 * @throws Error in words for the operator; what was saved before stays as it was, and another try begins anew
 */
export async function makeBackup(
  config: ConfigWithBackup,
  options: { anew: boolean; say(line: string): void },
): Promise<void> {
  const { say } = options;
  const copy = await openDatabaseCopy(config, say);
  const db = openDatabase({ url: copy.url, name: 'balcao-backup', poolSize: 2, onCommit: () => {} });
  try {
    await alone(copy.url, async () => {
      const id = await beginNow(db, copy);
      try {
        const isFirst = (await db.asSystem((tx) => lastGood(tx, 'backup'))) === null;
        const repository = await openRepository(config.backup, { mayCreate: isFirst || options.anew });
        if (config.bucket && config.backup.database === FIRST_DATABASE)
          say(await wordOnBucket(config.bucket));
        const bytes = await saveAll({ config, copy, db, repository, id, say }, options.anew);
        if (config.backup.database === FIRST_DATABASE) await expectKey(db, config.secretKeyFile);
        await db.asSystem((tx) => end(tx, id, { bytes }));
      } catch (error) {
        await db.asSystem((tx) => end(tx, id, { reason: whyNotStarted(error) }));
        throw error;
      }
    });
  } finally {
    await db.close();
    await copy.close();
  }
}

async function expectKey(db: Database, file: string): Promise<void> {
  const wrong = await wrongOfKey(db, file);
  if (wrong)
    throw new Error(
      `All is saved but the key: ${file} is ${wrong === 'missing' ? 'missing' : 'another one'}, and without it linked phones and secrets cannot be read. Put it back, or name it by SECRET_KEY_FILE.`,
    );
}

async function beginNow(db: Database, copy: DatabaseCopy): Promise<number> {
  try {
    return await db.asSystem((tx) => begin(tx, 'backup', copy));
  } catch (error) {
    if (!EARLIER.includes((error as { code?: string }).code ?? '')) throw error;
    throw new Error('The database is of an earlier version: start the server of this one once.');
  }
}

/** An old copy leads until another one is finished: no moment is missing between the two. */
async function saveAll(making: Making, anew: boolean): Promise<number> {
  const { copy, repository, config } = making;
  const newest = (await copy.list()).at(-1);
  const isDue = !newest || anew || copy.isOld(newest);
  if (isDue) await copy.renew();
  let bytes = 0;
  for (const since of await copy.list()) bytes += await saveNow(making, since);
  await copy.dropOlder();
  if (isDue) await repository.forget(obsolete(await repository.list(), new Date(), config.backup.keepDays));
  return bytes;
}

async function saveNow({ config, copy, db, repository, id, say }: Making, since: Date): Promise<number> {
  const noted = await noteThisMoment(db, id);
  await copy.finishLog();
  const moment: Moment = { ...noted, most: await countNow(db) };
  await writeFile(join(copy.folder, 'moment.json'), JSON.stringify(moment), { mode: 0o600 });
  const isFirst = config.backup.database === FIRST_DATABASE;
  const parts = [...copy.parts, ...(isFirst ? [config.secretKeyFile, mediaFolder(config)] : [])];
  const there = await Promise.all(parts.map(pathExists));
  const { bytes } = await repository.save(
    parts.filter((_part, at) => there[at]),
    { since, at: moment.at },
  );
  say(`Everything until ${moment.at.toISOString()} is saved, ${megabytes(bytes)} MB of it new.`);
  return bytes;
}

/** One at a time; a lock that PostgreSQL frees when its holder dies. */
async function alone(url: string, work: () => Promise<void>): Promise<void> {
  const sql = openPool(url, { max: 1, name: 'balcao-backup-lock' });
  try {
    const [lock] = await sql<{ mine: boolean }[]>`select pg_try_advisory_lock(4215, 1) as mine`;
    if (!lock?.mine) throw new Error('Another backup is being made: it will do.');
    await work();
  } finally {
    await sql.end({ timeout: 1 });
  }
}

const megabytes = (bytes: number) => Math.ceil(bytes / 1_048_576);
