import { appendFile, chown, lchown, mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openPool } from '../platform/db/client.ts';
import { type EmbeddedDatabase, startEmbeddedPostgres } from '../platform/db/embedded.ts';
import { databaseAccount } from '../platform/db/postgres-programs.ts';
import { pathExists } from '../platform/path-exists.ts';
import { recoveryTarget } from './database-copy.ts';
import { baseOf } from './embedded-copy.ts';
import { expectRoom, withAdvice } from './room.ts';
import { runProgram } from './run-program.ts';
import type { Unpacked } from './unpack.ts';

/** What PostgreSQL is told for the way to the moment, and not afterwards; to which moment it still knows then (`after-restore.ts`). */
const ON_THE_WAY = ['restore_command', 'recovery_target_action'];

/**
 * Starts an embedded PostgreSQL on what was unpacked into a folder: it goes through its log up to a moment, and is a copy
 * of its own from there.
 *
 * @throws Error with PostgreSQL's last words when the backup is damaged or was cut
 */
export async function recoverEmbedded(
  { backup, moment, since }: Unpacked,
  dir: string,
  to: Date,
): Promise<EmbeddedDatabase> {
  const base = join(backup, baseOf(since));
  if (!(await pathExists(base)))
    throw new Error('This backup has no database: it was made with one of its own, by BACKUP_STANZA.');
  const cluster = join(dir, 'postgres');
  const archive = join(base, 'base.tar');
  await expectRoom('The database of this backup', (await stat(archive)).size, dir);
  await mkdir(cluster, { mode: 0o700 });
  const { code, said } = await runProgram('tar', ['-xf', archive, '-C', cluster, '--no-same-owner'], {
    from: 'tar',
  });
  const [why = ''] = said.split('\n');
  if (code !== 0) throw new Error(withAdvice(`The copy of the database cannot be unpacked: ${why}`, dir));
  await appendFile(
    join(cluster, 'postgresql.auto.conf'),
    `restore_command = 'cp "${join(backup, 'wal')}/%f" "%p"'
recovery_target_time = '${recoveryTarget(to)}'
recovery_target_action = 'promote'
`,
  );
  await writeFile(join(cluster, 'recovery.signal'), '');
  for (const folder of [cluster, backup]) await giveToDatabase(folder);

  const database = await startEmbeddedPostgres({ dataDir: dir, durable: true, log: () => {} }).catch(
    (error: Error) => {
      const words = `The database of this backup (PostgreSQL ${moment.postgres}) does not come up at ${to.toISOString()}: ${error.message}`;
      throw new Error(withAdvice(words, dir));
    },
  );
  const sql = openPool(database.url, { max: 1, name: 'balcao-restore' });
  for (const setting of ON_THE_WAY) await sql.unsafe(`alter system reset ${setting}`);
  await sql.end({ timeout: 5 });
  return database;
}

/** Root's PostgreSQL runs as another user, whose number may be another one on this machine. */
async function giveToDatabase(folder: string): Promise<void> {
  const { uid, gid } = databaseAccount();
  if (uid === undefined || gid === undefined) return;
  await chown(folder, uid, gid);
  for (const name of await readdir(folder, { recursive: true })) await lchown(join(folder, name), uid, gid);
}
