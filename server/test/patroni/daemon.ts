import { type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';

export type Account = Pick<SpawnOptions, 'uid' | 'gid'>;

/** A program of the system, which ends with this process. */
export interface Daemon {
  readonly pid: number;
  /** The end of what it wrote; `LOG=info` shows all of it. */
  log(): string;
  signal(signal: NodeJS.Signals): void;
  /** Ends it in its own time. */
  stop(): Promise<void>;
  readonly ended: Promise<void>;
}

const LOG_CHUNKS = 200;

/**
 * @param account whom it runs as: most of them refuse root
 * @param how.inside what a command begins with that is to run on another machine
 */
export function startDaemon(
  program: string,
  args: string[],
  { uid, gid }: Account,
  { env = {}, inside = [] }: { env?: Record<string, string>; inside?: readonly string[] } = {},
): Daemon {
  const as = uid === undefined ? [] : [`--reuid=${uid}`, `--regid=${gid}`, '--clear-groups'];
  // However this process ends: nobody else would stop them.
  const [command, ...before] = [...inside, 'setpriv'];
  const child = spawn(command ?? '', [...before, '--pdeathsig=TERM', ...as, program, ...args], {
    env: { PATH: process.env.PATH, LANG: 'C.UTF-8', ...env },
    cwd: '/',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const lines: string[] = [];
  const keep = (chunk: Buffer) => {
    lines.push(chunk.toString());
    if (process.env.LOG) process.stderr.write(chunk);
    if (lines.length > LOG_CHUNKS) lines.shift();
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  child.on('error', (error) => lines.push(error.message));
  const ended = once(child, 'close').then(() => {});
  return {
    pid: child.pid ?? 0,
    log: () => lines.join(''),
    signal: (signal) => void child.kill(signal),
    async stop() {
      child.kill('SIGTERM');
      child.kill('SIGCONT');
      await ended;
    },
    ended,
  };
}

/** A process with all that it has started, parents first. */
export async function familyOf(pid: number): Promise<number[]> {
  const children = new Map<number, number[]>();
  for (const one of await processes()) {
    const stat = await readFile(`/proc/${one}/stat`, 'utf8').catch(() => '');
    const parent = Number(stat.slice(stat.lastIndexOf(')')).split(' ')[2]);
    children.set(parent, [...(children.get(parent) ?? []), one]);
  }
  const family = (one: number): number[] => [one, ...(children.get(one) ?? []).flatMap(family)];
  return family(pid);
}

/** Those whose command names this folder, whoever has started them. */
export async function startedFor(folder: string): Promise<number[]> {
  const all = await processes();
  const commands = await Promise.all(
    all.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')),
  );
  return all.filter((_, index) => commands[index]?.split('\0').includes(folder));
}

const processes = async () => (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
