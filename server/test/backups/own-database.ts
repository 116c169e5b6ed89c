import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { databaseAccount } from '../../src/platform/db/postgres-programs.ts';
import { freePort } from '../../src/platform/free-port.ts';

const PROGRAMS = '/usr/lib/postgresql/15/bin';
const PASSWORD = 'of-a-test';
const EXAMPLE = new URL('../../packaging/pgbackrest.conf', import.meta.url);

/** Debian's PostgreSQL with pgBackRest, by the file that operators are given. */
export async function createOwnDatabase(dir: string) {
  const account = databaseAccount();
  const give = async (path: string) => {
    if (account.uid !== undefined && account.gid !== undefined) await chown(path, account.uid, account.gid);
  };
  const [home, apart, repository, config, words] = [
    'own',
    'apart',
    'pgbackrest',
    'pgbackrest.conf',
    'words',
  ].map((name) => join(dir, name)) as [string, string, string, string, string];
  const cluster = join(home, 'main');
  const port = await freePort();
  const run = (program: string, args: string[]): string =>
    execFileSync(program, args, {
      ...account,
      cwd: '/',
      stdio: 'pipe',
      encoding: 'utf8',
      env: { ...process.env, LC_ALL: 'C' },
    });
  for (const folder of [home, apart, repository]) {
    await mkdir(folder);
    await give(folder);
  }
  const text = (await readFile(EXAMPLE, 'utf8'))
    .replace(/^repo1-path=.*/m, `repo1-path=${repository}`)
    .replace(/^pg1-path=.*/m, `pg1-path=${cluster}`)
    .replace(
      /^pg1-port=.*/m,
      `pg1-port=${port}\npg1-socket-path=${home}\nlock-path=${home}\nspool-path=${home}`,
    );
  await writeFile(config, text);
  await writeFile(words, PASSWORD);
  for (const path of [config, words]) await give(path);
  run(join(PROGRAMS, 'initdb'), [
    `--pgdata=${cluster}`,
    '--username=postgres',
    `--pwfile=${words}`,
    '--auth-host=scram-sha-256',
    '--auth-local=trust',
  ]);
  const archive = `pgbackrest --config=${config} --stanza=balcao archive-push %p`;
  const env = {
    DATABASE_URL: `postgres://postgres:${PASSWORD}@127.0.0.1:${port}/postgres`,
    BACKUP_STANZA: 'balcao',
    PGBACKREST_CONFIG: config,
    // What helps a killed one tries again for 15 s, while it holds the lock; and a test packs nothing.
    PGBACKREST_JOB_RETRY: '0',
    PGBACKREST_COMPRESS_TYPE: 'none',
    PGBACKREST_LOG_LEVEL_FILE: 'info',
    PGBACKREST_LOG_PATH: home,
  };
  let isNew = true;

  async function start(): Promise<ChildProcess> {
    const settings = [
      `port=${port}`,
      `unix_socket_directories=${home}`,
      'listen_addresses=127.0.0.1',
      'archive_mode=on',
      `archive_command=${archive}`,
    ];
    const child = spawn(
      join(PROGRAMS, 'postgres'),
      ['-D', cluster, ...settings.flatMap((setting) => ['-c', setting])],
      {
        ...account,
        cwd: '/',
        stdio: ['ignore', 'ignore', 'pipe'],
        env: { ...process.env, ...env, LC_ALL: 'C' },
      },
    );
    const ready = Promise.withResolvers<void>();
    createInterface({ input: child.stderr }).on('line', (line) => {
      if (process.env.LOG) process.stderr.write(`${line}\n`);
      if (line.includes('ready to accept connections')) ready.resolve();
    });
    child.once('exit', () => ready.reject(new Error('PostgreSQL did not start')));
    await ready.promise;
    return child;
  }

  return {
    env,
    apart,
    pgbackrest: (...args: string[]) => run('pgbackrest', [`--config=${config}`, '--stanza=balcao', ...args]),
    logOf: (command: 'backup' | 'restore') => readFile(join(home, `balcao-${command}.log`), 'utf8'),
    async start() {
      const child = await start();
      if (isNew) run('pgbackrest', [`--config=${config}`, '--stanza=balcao', 'stanza-create']);
      isNew = false;
      return {
        url: env.DATABASE_URL,
        async stop() {
          const ended = once(child, 'exit');
          child.kill('SIGINT');
          await ended;
        },
      };
    },
    async lose() {
      for (const folder of [cluster, apart]) await rm(folder, { recursive: true });
      // As a restore leaves it that was killed before its first file.
      for (const folder of [apart, cluster, join(cluster, 'base'), join(cluster, 'base/1')]) {
        await mkdir(folder, { mode: 0o700 });
        await give(folder);
      }
    },
  };
}
