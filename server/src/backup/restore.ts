import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config, ConfigWithBackup } from '../config.ts';
import { FIRST_DATABASE } from '../databases/names.ts';
import { openPool } from '../platform/db/client.ts';
import { openDatabase } from '../platform/db/database.ts';
import { findEmbeddedPostgres, unfinishedRestore } from '../platform/db/embedded.ts';
import { isUnavailable } from '../platform/db/errors.ts';
import { clusterHome } from '../platform/db/postgres-programs.ts';
import { pathExists } from '../platform/path-exists.ts';
import { mediaFolder } from '../platform/storage/open.ts';
import { expectWayInPlace, recoverInPlace } from './in-place.ts';
import { matchFiles } from './match-files.ts';
import { recoverEmbedded } from './recover-embedded.ts';
import { openRepository, type Snapshot } from './repository.ts';
import { leadingTo } from './retention.ts';
import { giveToOwner, move, type Unpacked, unpack } from './unpack.ts';

interface Wanted {
  /** Null: the newest there is. */
  to: Date | null;
  /** Whether what is there may be put aside. */
  replace: boolean;
  say(line: string): void;
}

/**
 * Makes the installation what it was at a moment: everything is made and tried in a folder beside it, and takes its place
 * in the end. Wherever it is killed, another call goes on or begins anew; the server does not start on half of it.
 * pgBackRest restores a database of one's own where that lies.
 */
export async function restore(config: ConfigWithBackup, wanted: Wanted): Promise<void> {
  refuseFuture(wanted.to);
  const home = config.databaseUrl ? config.dataDir : await clusterHome(config.dataDir);
  await refuseRunning(config);
  const complete = unfinishedRestore(home);
  if (await pathExists(complete)) wanted.say('An interrupted restore goes on.');
  else {
    const living = await livingParts(config, home);
    if (living.length > 0 && !wanted.replace)
      throw new Error(
        `There is an installation already (${living.join(', ')}). With --replace it is put aside, and deleted by nobody.`,
      );
    await prepare(config, join(home, 'restored'), wanted);
    await writeFile(complete, new Date().toISOString().replaceAll(':', ''));
  }
  await takePlaces(config, home, wanted.say);
}

/** A log ends before it: PostgreSQL would find out only when all has been written over. */
function refuseFuture(to: Date | null): void {
  if (to && to > new Date())
    throw new Error(
      `${to.toISOString()} is yet to come: look at the day, the year and the time zone of --to. Nothing was touched.`,
    );
}

async function refuseRunning({ databaseUrl, dataDir, backup }: ConfigWithBackup): Promise<void> {
  if (!databaseUrl && (await findEmbeddedPostgres(dataDir)))
    throw new Error(`A server is running on ${dataDir}: stop it first.`);
  if (databaseUrl && backup.stanza && (await answers(databaseUrl)))
    throw new Error(
      'PostgreSQL is running: stop the server and PostgreSQL first, whose files are written anew.',
    );
}

async function answers(url: string): Promise<boolean> {
  const sql = openPool(url, { max: 1, name: 'balcao-restore' });
  try {
    await sql`select 1`;
    return true;
  } catch (error) {
    return !isUnavailable(error);
  } finally {
    await sql.end({ timeout: 1 });
  }
}

const placesOf = (config: Config, home: string): Record<string, string> => ({
  postgres: join(home, 'postgres'),
  'postgres.password': join(home, 'postgres.password'),
  media: mediaFolder(config),
  'secret.key': config.secretKeyFile,
});

async function livingParts(config: Config, home: string): Promise<string[]> {
  const places = [join(home, 'postgres'), ...(config.bucket ? [] : [mediaFolder(config)])];
  const there = await Promise.all(places.map(pathExists));
  return places.filter((_place, at) => there[at]);
}

async function prepare(config: ConfigWithBackup, dir: string, wanted: Wanted): Promise<void> {
  const { to, replace, say } = wanted;
  const repository = await openRepository(config.backup);
  const snapshot = choose(await repository.list(say), wanted, config.databaseUrl !== null);
  const moment = to ?? snapshot.at;
  const stanza = config.databaseUrl && config.backup.stanza;
  if (stanza) await expectWayInPlace(stanza, { moment, newest: snapshot.at, replace });
  say(`Taking out what leads to ${moment.toISOString()} …`);
  const unpacked = await unpack(repository, snapshot, dir);
  await giveToOwner(config.dataDir, unpacked);
  if (config.backup.database === FIRST_DATABASE && !(await pathExists(unpacked.key)))
    say(
      'THE KEY IS NOT IN THIS BACKUP: put your copy of it where SECRET_KEY_FILE says, or phones must be linked anew.',
    );
  if (!config.databaseUrl) await recoverBeside(config, unpacked, { dir, moment, say });
  else if (stanza) await recoverInPlace(stanza, moment, wanted);
  else say('The database is restored by whoever copies it.');
  await rm(unpacked.backup, { recursive: true });
}

/** The log of a database of one's own goes on between two backups; files do not. */
function choose(snapshots: readonly Snapshot[], { to, say }: Wanted, hasOwnLog: boolean): Snapshot {
  const isCovered = to !== null && snapshots.some(({ since }) => since <= to);
  if (!hasOwnLog || !isCovered) return leadingTo(snapshots, to);
  const later = snapshots.find(({ at }) => at >= to);
  const newest = leadingTo(snapshots, null);
  if (!later) say(`Files that came after ${newest.at.toISOString()} are in no backup.`);
  return later ?? newest;
}

async function recoverBeside(
  config: Config,
  unpacked: Unpacked,
  { dir, moment, say }: { dir: string; moment: Date; say(line: string): void },
): Promise<void> {
  const database = await recoverEmbedded(unpacked, dir, moment);
  const db = openDatabase({ url: database.url, name: 'balcao-restore', poolSize: 2, onCommit: () => {} });
  try {
    const missing = config.bucket ? [] : await matchFiles(db, unpacked.media);
    if (missing.length > 0) say(`${missing.length} files are missing, like ${missing[0]}.`);
  } finally {
    await db.close();
    await database.stop();
  }
}

/** In steps of which each is done or not: what was there goes aside, what was restored takes its place. */
async function takePlaces(config: Config, home: string, say: (line: string) => void): Promise<void> {
  const complete = unfinishedRestore(home);
  const aside = join(home, `replaced-${(await readFile(complete, 'utf8')).trim()}`);
  for (const [name, place] of Object.entries(placesOf(config, home))) {
    const restored = join(home, 'restored', name);
    if (!(await pathExists(restored))) continue;
    if (await pathExists(place)) await move(place, join(aside, name));
    await move(restored, place);
  }
  // Its copy and its log were of the database that is aside now; the next backup begins with a copy of this one.
  await rm(join(home, 'backup'), { recursive: true, force: true });
  await rm(join(home, 'restored'), { recursive: true });
  if (await pathExists(aside)) say(`What was there before lies in ${aside}: delete it when nobody needs it.`);
  say('Restored. Start the server: consoles agree with it by themselves.');
}
