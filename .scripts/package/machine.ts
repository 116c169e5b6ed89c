import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { closeSync, existsSync, openSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** A Debian without a kernel of its own. */
export interface Machine {
  root: string;
  /** What is installed is started, as systemd is there. */
  startsServices: boolean;
  /** As root, in a shell. @throws Error with what it said, unless it may fail */
  run(
    command: string,
    options?: { mayFail?: true; env?: Record<string, string> },
  ): { code: number | null; said: string };
  /** Does what systemd does with a unit's commands; resolves when they are done, or for a service when it runs. */
  start(unit: string): Promise<void>;
  stop(unit: string): Promise<void>;
  /** What the unit has said so far. */
  log(unit: string): string;
  close(): Promise<void>;
}

/** Nothing of this machine's own: whatever is left behind when a root is removed, nothing else goes with it. */
const MOUNTS = [
  ['-t', 'proc', 'proc', 'proc'],
  // Questions are asked at a terminal.
  ['-t', 'devpts', 'devpts', 'dev/pts'],
  ['-t', 'tmpfs', '-o', 'mode=1777', 'tmpfs', 'tmp'],
  ['-t', 'tmpfs', '-o', 'mode=755', 'tmpfs', 'run'],
] as const;
const STOP_MS = 30_000;

/** How root types a command there, with these variables. */
export const asRoot = (env: Record<string, string> = {}) => ({
  encoding: 'utf8' as const,
  env: {
    PATH: '/usr/sbin:/usr/bin:/sbin:/bin',
    LC_ALL: 'C.UTF-8',
    DEBIAN_FRONTEND: 'noninteractive',
    ...env,
  },
  stdio: ['ignore' as const, 'pipe' as const, 'pipe' as const],
  maxBuffer: 64 * 1024 * 1024,
});

/**
 * One whose services nobody starts but us: without systemd the commands of its units run as their users.
 *
 * @param root a folder with a whole Debian
 */
export function openMachine(root: string): Machine {
  for (const mount of MOUNTS) execFileSync('mount', [...mount.slice(0, -1), join(root, mount.at(-1) ?? '')]);
  const running = new Map<string, ChildProcess>();
  const logFile = (unit: string) => join(root, 'tmp', `${unit}.log`);

  function run(command: string, { mayFail, env = {} }: Parameters<Machine['run']>[1] = {}) {
    const { status, stdout, stderr } = spawnSync('chroot', [root, 'sh', '-c', command], asRoot(env));
    const said = `${stdout}${stderr}`;
    if (status !== 0 && !mayFail) throw new Error(`${command}: ${status}\n${said}`);
    return { code: status, said };
  }

  return {
    root,
    startsServices: false,
    run,
    async start(name) {
      const unit = readUnit(root, name);
      const log = openSync(logFile(name), 'a');
      try {
        for (const line of unit.commands.slice(0, unit.isOneshot ? undefined : -1))
          await once(root, unit, line, log);
        if (!unit.isOneshot) running.set(name, spawnLine(root, unit, unit.commands.at(-1) ?? '', log));
      } finally {
        closeSync(log);
      }
    },
    async stop(name) {
      const child = running.get(name);
      running.delete(name);
      if (child) await end(child);
    },
    log: (unit) => (existsSync(logFile(unit)) ? readFileSync(logFile(unit), 'utf8') : ''),
    async close() {
      await Promise.all([...running.values()].map(end));
      endAllInside(root);
      await sleep(500);
      for (const mount of MOUNTS.toReversed()) spawnSync('umount', ['-l', join(root, mount.at(-1) ?? '')]);
      rmSync(root, { recursive: true, force: true });
    },
  };
}

interface Unit {
  isOneshot: boolean;
  user: string;
  env: string[];
  /** In their order; one with a plus is root's. */
  commands: string[];
}

/** The lines of a unit that say what is done, from the files as they are installed. */
function readUnit(root: string, name: string): Unit {
  const folder = join(root, 'usr/lib/systemd/system');
  const files = [name.replace(/@[^.]*\./, '@.'), 'balcao-.service.d/sandbox.conf'];
  const lines = files.flatMap((file) => readFileSync(join(folder, file), 'utf8').split('\n'));
  const [, instance = ''] = /@([^.]*)\./.exec(name) ?? [];
  const values = (key: string) =>
    lines.flatMap((line) =>
      line.startsWith(`${key}=`) ? line.slice(key.length + 1).replaceAll('%i', instance) : [],
    );
  return {
    isOneshot: values('Type').includes('oneshot'),
    user: values('User')[0] ?? 'root',
    env: values('Environment').flatMap((line) => line.split(' ')),
    commands: [...values('ExecStartPre'), ...values('ExecStart'), ...values('ExecStartPost')],
  };
}

function spawnLine(root: string, unit: Unit, line: string, log: number): ChildProcess {
  const isRoots = line.startsWith('+');
  const user = isRoots ? 'root' : unit.user;
  const asUser = ['setpriv', `--reuid=${user}`, `--regid=${user}`, '--init-groups', '--no-new-privs'];
  // As systemd: nothing of the environment of whoever starts it.
  const env = ['env', '-i', 'PATH=/usr/bin:/bin', ...unit.env];
  return spawn('chroot', [root, ...asUser, ...env, ...line.replace(/^\+/, '').split(' ')], {
    stdio: ['ignore', log, log],
  });
}

async function once(root: string, unit: Unit, line: string, log: number): Promise<void> {
  const child = spawnLine(root, unit, line, log);
  const code = await new Promise((resolve) => child.once('exit', resolve));
  if (code !== 0) throw new Error(`${line} ended with ${code}`);
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  const limit = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
  await gone;
  clearTimeout(limit);
}

/** What its packages have started by themselves: PostgreSQL. */
function endAllInside(root: string): void {
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const top = spawnSync('readlink', [`/proc/${pid}/root`], { encoding: 'utf8' }).stdout.trim();
    // Its own children are gone as soon as it is.
    if (top === root) spawnSync('kill', ['-QUIT', pid]);
  }
}
