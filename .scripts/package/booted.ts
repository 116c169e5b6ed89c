import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { basename } from 'node:path';
import { asRoot, type Machine } from './machine.ts';
import { until } from './newcomer.ts';

/**
 * A Debian with systemd as its first process, in a container that shares this machine's network.
 *
 * @returns null where systemd-nspawn cannot start one
 */
export async function bootMachine(root: string): Promise<Machine | null> {
  const args = [
    '--boot',
    `--directory=${root}`,
    `--machine=${basename(root)}`,
    '--register=no',
    '--keep-unit',
    // What it would mount there is in the way of the package of time zones.
    '--timezone=off',
  ];
  const container = spawn('systemd-nspawn', [...args, '--console=pipe'], {
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  const ended = once(container, 'exit');
  const isUp = async () =>
    container.exitCode === null &&
    inside(container, 'systemctl is-system-running').stdout.trim() === 'running';
  const booted = await Promise.race([until(isUp, Boolean).catch(() => false), ended.then(() => false)]);
  if (!booted) {
    container.kill('SIGKILL');
    return null;
  }
  const run: Machine['run'] = (command, { mayFail, env } = {}) => {
    const { status, stdout, stderr } = inside(container, command, env);
    const said = `${stdout}${stderr}`;
    if (status !== 0 && !mayFail) throw new Error(`${command}: ${status}\n${said}`);
    return { code: status, said };
  };
  return {
    root,
    startsServices: true,
    run,
    start: async (unit) => void run(`systemctl restart '${unit}'`),
    stop: async (unit) => void run(`systemctl stop '${unit}'`, { mayFail: true }),
    log: (unit) => run(`journalctl --no-pager --output cat --unit '${unit}'`).said,
    async close() {
      inside(container, 'systemctl poweroff');
      await ended;
      rmSync(root, { recursive: true, force: true });
    },
  };
}

/** As root, in the container of which systemd-nspawn has started the first process. */
function inside(container: ChildProcess, command: string, env: Record<string, string> = {}) {
  const first = spawnSync('ps', ['-o', 'pid=', '--ppid', String(container.pid)], {
    encoding: 'utf8',
  }).stdout.trim();
  const spaces = ['--target', first, '--mount', '--uts', '--ipc', '--pid', '--root', '--wdns=/'];
  return spawnSync('nsenter', [...spaces, 'sh', '-c', command], asRoot(env));
}
