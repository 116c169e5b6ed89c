import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { databaseAccount } from '../platform/db/postgres-programs.ts';
import { freePort } from '../platform/free-port.ts';
import { pathExists } from '../platform/path-exists.ts';
import { openPgBackRest } from './pgbackrest.ts';
import { expectRoom, withAdvice } from './room.ts';
import type { Unpacked } from './unpack.ts';

/**
 * Starts a PostgreSQL of the system on what pgBackRest restores into a folder, beside the one that is at work.
 *
 * @param url of that one: the same account gets in
 */
export async function recoverByPgBackRest(
  { moment }: Unpacked,
  dir: string,
  to: Date,
  { stanza, url }: { stanza: string; url: string },
): Promise<{ url: string; stop(): Promise<void> }> {
  const postgres = `/usr/lib/postgresql/${moment.postgres}/bin/postgres`;
  if (!(await pathExists(postgres)))
    throw new Error(
      `postgres ${moment.postgres} is not installed: apt-get install postgresql-${moment.postgres}`,
    );
  const pgbackrest = openPgBackRest(stanza);
  await expectRoom('The database of this backup', (await pgbackrest.list()).at(-1)?.info.size ?? 0, dir);
  const account = databaseAccount();
  const give = async (path: string) => {
    if (account.uid !== undefined && account.gid !== undefined) await chown(path, account.uid, account.gid);
  };
  const cluster = join(dir, 'postgres');
  // Unsaid, they would go where the database at work has them.
  const tablespaces = join(dir, 'tablespaces');
  for (const folder of [cluster, tablespaces]) {
    await mkdir(folder, { mode: 0o700 });
    await give(folder);
  }
  const places = [`--pg1-path=${cluster}`, `--tablespace-map-all=${tablespaces}`];
  await pgbackrest.restore(to, [...places, '--archive-mode=off']);
  const port = await freePort();
  const hba = join(dir, 'pg_hba.conf');
  const none = join(dir, 'pg_ident.conf');
  const settings = join(dir, 'postgresql.conf');
  await writeFile(none, '');
  await writeFile(hba, 'host all all 127.0.0.1/32 scram-sha-256\n');
  await writeFile(
    settings,
    `data_directory = '${cluster}'
hba_file = '${hba}'
ident_file = '${none}'
listen_addresses = '127.0.0.1'
port = ${port}
unix_socket_directories = ''
max_connections = 200
# Its limits may be lower than those of the one that is at work.
hot_standby = off
`,
  );
  for (const path of [hba, none, settings]) await give(path);
  const child = spawn(postgres, ['-c', `config_file=${settings}`], {
    ...account,
    cwd: '/',
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, LC_ALL: 'C' },
  });
  const said: string[] = [];
  const ready = Promise.withResolvers<void>();
  createInterface({ input: child.stderr }).on('line', (line) => {
    said.push(line);
    if (line.includes('ready to accept connections')) ready.resolve();
  });
  child.once('error', ready.reject);
  child.once('exit', () =>
    ready.reject(
      new Error(
        withAdvice(
          `The database does not come up at ${to.toISOString()}:\n${said.slice(-20).join('\n')}`,
          dir,
        ),
      ),
    ),
  );
  await ready.promise;
  const restored = new URL(url);
  restored.host = `127.0.0.1:${port}`;
  restored.search = '';
  return {
    url: restored.href,
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGINT');
      await ended;
    },
  };
}
