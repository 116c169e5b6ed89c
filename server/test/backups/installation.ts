import { chmod, chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { startEmbeddedPostgres } from '../../src/platform/db/embedded.ts';
import { type BucketServer, startBucketServer } from '../bucket/server.ts';
import { createOwnDatabase } from './own-database.ts';

/** A machine with an installation that can be lost, and a place for its backups that is not lost with it. */
export interface Installation {
  kind: Kind;
  /** Of the commands, and of a server. */
  env: Record<string, string>;
  dataDir: string;
  /** Starts its database. */
  start(): Promise<{ url: string; admin: postgres.Sql; stop(): Promise<void> }>;
  /** Nothing of the machine is left. */
  lose(): Promise<void>;
  /** Of its backups and files; null: they lie in folders. */
  bucket: BucketServer | null;
  /** Null where pgBackRest copies nothing. */
  own: {
    /** An empty folder for a tablespace. */
    apart: string;
    /** What it has done by this command. */
    logOf(command: 'backup' | 'restore'): Promise<string>;
    /** As an operator calls it. @returns what it says */
    pgbackrest(...args: string[]): string;
  } | null;
  remove(): Promise<void>;
}

export type Kind = 'embedded' | 'pgBackRest';
export type Place = 'folder' | 'bucket';

export async function createInstallation(kind: Kind, place: Place = 'folder'): Promise<Installation> {
  const dir = await mkdtemp(join(tmpdir(), 'balcao-backup-'));
  // Started by root, PostgreSQL runs as another user, who must reach its folder.
  await chmod(dir, 0o755);
  const dataDir = join(dir, 'machine');
  await mkdir(dataDir);
  const password = join(dir, 'password');
  await writeFile(password, 'words that nobody guesses\n', { mode: 0o600 });
  const bucket = place === 'bucket' ? await startBucketServer() : null;
  const own = kind === 'pgBackRest' ? await createOwnDatabase(dir) : null;
  return {
    kind,
    dataDir,
    bucket,
    own,
    env: {
      DATA_DIR: dataDir,
      BACKUP_TO: join(dir, 'backups'),
      ...(bucket && inBucket(bucket)),
      BACKUP_PASSWORD_FILE: password,
      ...own?.env,
    },
    async start() {
      const cluster = own
        ? await own.start()
        : await startEmbeddedPostgres({ dataDir, durable: true, archive: true, log: () => {} });
      const admin = postgres(cluster.url, { max: 2, onnotice: () => {} });
      return {
        url: cluster.url,
        admin,
        async stop() {
          await admin.end({ timeout: 1 });
          await cluster.stop();
        },
      };
    },
    async lose() {
      await own?.lose();
      await rm(dataDir, { recursive: true });
      await mkdir(dataDir);
      // On the next machine its account has another number.
      if (process.getuid?.() === 0) await chown(dataDir, 60_001, 60_001);
    },
    async remove() {
      await bucket?.stop();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

/** The files, and beside them the backups under names of their own. */
const inBucket = ({ env }: BucketServer): Record<string, string> => ({
  ...env,
  BACKUP_TO: `s3:${env.S3_ENDPOINT}/${env.S3_BUCKET}/backups`,
  BACKUP_S3_ACCESS_KEY_ID: env.S3_ACCESS_KEY_ID ?? '',
  BACKUP_S3_SECRET_ACCESS_KEY: env.S3_SECRET_ACCESS_KEY ?? '',
});
