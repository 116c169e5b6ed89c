import { execFile, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';

/** Installs Debian's packages where that may be done without asking anybody; false where it may not. */
export async function installPackages(packages: readonly string[]): Promise<boolean> {
  const asRoot = waysToRoot();
  if (!existsSync('/usr/bin/apt-get') || !asRoot) return false;
  process.stdout.write(`\nInstalling ${packages.join(', ')} from the system's packages …\n`);
  await apt(asRoot, ['update']);
  await apt(asRoot, ['install', '-y', '--no-install-recommends', ...packages]);
  return true;
}

/**
 * The HAProxy behind which tests run several processes.
 *
 * @throws Error that says what to install by hand.
 */
export async function ensureHaproxy(): Promise<void> {
  if (existsSync('/usr/sbin/haproxy') || (await installPackages(['haproxy']))) return;
  throw new Error('No HAProxy found. Install the package haproxy, and run `npm test` again.');
}

/** What to put before a command that only root may run; null: it would ask for a password. */
function waysToRoot(): string[] | null {
  if (process.getuid?.() === 0) return [];
  return spawnSync('sudo', ['-n', 'true']).status === 0 ? ['sudo', '-n'] : null;
}

async function apt(asRoot: string[], args: string[]): Promise<void> {
  const [command = '', ...rest] = [...asRoot, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', ...args];
  await promisify(execFile)(command, rest, { maxBuffer: 64 * 1024 * 1024 }).catch((error: Error) => {
    throw new Error(`apt-get ${args[0]} failed:\n${error.message}`);
  });
}
