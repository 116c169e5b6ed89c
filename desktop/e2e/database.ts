import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openPool } from '../../server/src/platform/db/client.ts';
import { clusterHome } from '../../server/src/platform/db/postgres-programs.ts';

/** A running PostgreSQL that a test may stop and start at its address. */
export interface Breakable {
  stop(): Promise<void>;
  start(): Promise<void>;
  /** Ends the one that `start` has started, if any. */
  end(): Promise<void>;
}

/** @param dataDir where the embedded PostgreSQL was started */
export function breakable(dataDir: string, url: string): Breakable {
  let command: { program: string; args: string[]; uid: number; gid: number } | undefined;
  let own: ChildProcess | undefined;

  async function running(): Promise<number> {
    const note = await readFile(join(await clusterHome(dataDir), 'postgres', 'postmaster.pid'), 'utf8');
    return Number(note.split('\n')[0]);
  }

  async function stop(): Promise<void> {
    const pid = await running();
    const [program = '', ...args] = (await readFile(`/proc/${pid}/cmdline`, 'utf8')).split('\0').slice(0, -1);
    const { uid, gid } = await stat(`/proc/${pid}`);
    command = { program, args, uid, gid };
    process.kill(pid, 'SIGINT');
    while (await isAlive(pid)) await sleep(20);
  }

  async function start(): Promise<void> {
    if (!command) throw new Error('the database was not stopped');
    const { program, args, uid, gid } = command;
    own = spawn(program, args, { stdio: 'ignore', ...(uid === process.getuid?.() ? {} : { uid, gid }) });
    const sql = openPool(url, { max: 1, name: 'e2e-database' });
    const deadline = Date.now() + 20_000;
    while (!(await sql`select 1`.catch(() => null))) {
      if (Date.now() > deadline) throw new Error('PostgreSQL did not come back');
      await sleep(50);
    }
    await sql.end();
  }

  return {
    stop,
    start,
    async end() {
      if (!own || own.exitCode !== null) return;
      const exited = once(own, 'exit');
      own.kill('SIGINT');
      await exited;
    },
  };
}

/** A process that ended but was not waited for is as good as gone. */
async function isAlive(pid: number): Promise<boolean> {
  const state = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return state !== '' && !/\) Z /.test(state);
}
