import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { buildApp } from '../app.ts';
import type { ConfigWithBackup } from '../config.ts';
import { FIRST_DATABASE } from '../databases/names.ts';
import { createBus } from '../platform/bus.ts';
import { type Database, openDatabase } from '../platform/db/database.ts';
import { findEmbeddedPostgres } from '../platform/db/embedded.ts';
import { whyNotStarted } from '../platform/db/errors.ts';
import { migrate } from '../platform/db/migrate.ts';
import { clusterHome } from '../platform/db/postgres-programs.ts';
import { createLog } from '../platform/log.ts';
import { createSecrets } from '../platform/secrets.ts';
import { openStorage } from '../platform/storage/open.ts';
import { begin, end, noteMoment } from './backups.repo.ts';
import { wrongOfKey } from './key.ts';
import { matchFiles } from './match-files.ts';
import { differences } from './moment.ts';
import { recoverEmbedded } from './recover-embedded.ts';
import { recoverByPgBackRest } from './recover-pgbackrest.ts';
import { openRepository } from './repository.ts';
import { leadingTo } from './retention.ts';
import { type Unpacked, unpack } from './unpack.ts';

/**
 * Restores the newest backup into a folder that is deleted afterwards, builds the server on it, and compares what is
 * there with what was noted when it was made. Nothing of it reaches anybody: no job and no session runs there.
 *
 * @throws Error that says what is missing
 */
export async function tryBackup(config: ConfigWithBackup, say: (line: string) => void): Promise<void> {
  const living = config.databaseUrl ?? (await findEmbeddedPostgres(config.dataDir));
  if (!living) return tryNewest(config, say).then(() => {});
  const db = openDatabase({ url: living, name: 'balcao-trial', poolSize: 2, onCommit: () => {} });
  try {
    const id = await db.asSystem((tx) => begin(tx, 'trial'));
    try {
      const at = await tryNewest(config, say);
      await db.asSystem(async (tx) => {
        await noteMoment(tx, id, at);
        await end(tx, id, {});
      });
    } catch (error) {
      await db.asSystem((tx) => end(tx, id, { reason: whyNotStarted(error) }));
      throw error;
    }
  } finally {
    await db.close();
  }
}

async function tryNewest(config: ConfigWithBackup, say: (line: string) => void): Promise<Date> {
  const repository = await openRepository(config.backup);
  const snapshot = leadingTo(await repository.list(), null);
  const dir = join(await clusterHome(config.dataDir), 'trial');
  try {
    say(`Trying the backup that leads to ${snapshot.at.toISOString()} in ${dir} …`);
    const unpacked = await unpack(repository, snapshot, dir);
    const database = await recover(config, unpacked, dir);
    try {
      const wrong = await compare(config, unpacked, database.url);
      if (wrong.length > 0) throw new Error(`The backup is not whole:\n${wrong.join('\n')}`);
    } finally {
      await database.stop();
    }
    const { messages = 0 } = unpacked.moment.least;
    say(
      `It is whole: the server is ready on it, with ${messages} messages${config.backup.database === FIRST_DATABASE ? ' and every file' : ''}.`,
    );
    return snapshot.at;
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

function recover({ databaseUrl, backup: { stanza } }: ConfigWithBackup, unpacked: Unpacked, dir: string) {
  const { at } = unpacked.moment;
  if (!databaseUrl) return recoverEmbedded(unpacked, dir, at);
  if (!stanza)
    throw new Error(
      'BACKUP_STANZA is missing: the database is copied by somebody else, and tried out there.',
    );
  return recoverByPgBackRest(unpacked, dir, at, { stanza, url: databaseUrl });
}

async function compare(config: ConfigWithBackup, unpacked: Unpacked, url: string): Promise<string[]> {
  const db = openDatabase({ url, name: 'balcao-trial', poolSize: 4, onCommit: () => {} });
  try {
    const wrong = await differences(db, unpacked.moment);
    const isFirst = config.backup.database === FIRST_DATABASE;
    const missing = config.bucket || !isFirst ? [] : await matchFiles(db, unpacked.media);
    if (missing.length > 0) wrong.push(`${missing.length} files are missing, like ${missing[0]}`);
    // The key of all is with the first one: another one is tried with a new key, because nothing is opened by it.
    const key = isFirst ? await wrongOfKey(db, unpacked.key) : null;
    if (key)
      wrong.push(key === 'missing' ? 'the key is missing' : 'the key opens nothing of what was sealed');
    else await startServer({ ...config, databaseUrl: url, secretKeyFile: unpacked.key }, unpacked, db);
    return wrong;
  } finally {
    await db.close();
  }
}

/** As `main.ts` does, but it never listens: what returns by the clock begins with that. */
async function startServer(config: ConfigWithBackup, { media }: Unpacked, db: Database): Promise<void> {
  await migrate(config.databaseUrl ?? '');
  const log = createLog({ logLevel: 'silent' });
  const { bus, connect } = createBus(
    () => db,
    () => {},
  );
  await connect();
  const own = { ...config, dataDir: join(media, '..') };
  const app = await buildApp({
    config: own,
    db,
    bus,
    log,
    secrets: createSecrets({ keyFile: config.secretKeyFile }),
    storage: await openStorage(own, log),
    clock: () => new Date(),
  });
  try {
    const { statusCode, body } = await app.inject('/health/ready');
    if (statusCode !== 200) throw new Error(`The server is not ready on it: ${body}`);
  } finally {
    await app.close();
    bus.close();
  }
}
