import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, cp, mkdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { startEmbeddedPostgres } from '../src/platform/db/embedded.ts';
import { migrate } from '../src/platform/db/migrate.ts';
import { preparePostgres } from '../src/platform/db/postgres-programs.ts';
import { freePort } from '../src/platform/free-port.ts';

/** A PostgreSQL that follows another one and may be stopped and started, on one address. */
export interface Standby {
  url: string;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** A migrated leader with its standby, both running. @param dir a folder that everybody may enter */
export async function startLeaderAndStandby(dir: string) {
  const [one, two] = [join(dir, 'leader'), join(dir, 'standby')];
  const embedded = () => startEmbeddedPostgres({ dataDir: one, durable: true, log: () => {} });
  await mkdir(one);
  const first = await embedded();
  await migrate(first.url);
  await first.stop();
  await cp(one, two, { recursive: true, preserveTimestamps: true });
  const leader = await embedded();
  const standby = await follow(leader.url, one, two);
  await standby.start();
  return { leader, standby };
}

async function follow(leaderUrl: string, leaderDir: string, dir: string): Promise<Standby> {
  const home = join(dir, 'postgres');
  await appendFile(join(home, 'postgresql.auto.conf'), `primary_conninfo = '${leaderUrl}'\n`);
  await writeFile(join(home, 'standby.signal'), '');
  const { uid, gid } = await stat(join(leaderDir, 'postgres'));
  execFileSync('chown', ['-R', `${uid}:${gid}`, home]);
  const { postgres, account } = await preparePostgres();
  const url = new URL(leaderUrl);
  url.port = String(await freePort());
  const settings = [`port=${url.port}`, 'listen_addresses=127.0.0.1', 'unix_socket_directories='];
  let stop = async () => {};
  return {
    url: url.href,
    async start() {
      // A standby has to allow as many connections as its leader.
      const args = [...settings, 'max_connections=200'].flatMap((setting) => ['-c', setting]);
      const child = spawn(postgres, ['-D', home, ...args], {
        ...account,
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      stop = async () => {
        child.kill('SIGINT');
        await once(child, 'exit');
      };
      for await (const line of createInterface({ input: child.stderr }))
        if (/ready to accept (read-only )?connections/.test(line)) break;
      child.stderr.resume();
    },
    stop: () => stop(),
  };
}
