import { execFile, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';

/** The shell without a window of its own does what journeys need, with a tenth less work. */
const PLACES = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
];
const PACKAGES = ['chromium-headless-shell', 'fonts-noto-color-emoji', 'fonts-dejavu-core'];

/**
 * The Chromium that drives the journeys: CHROMIUM_PATH, or an installed one, or Debian's package where that may be
 * installed.
 *
 * @throws Error that says what to install by hand.
 */
export async function ensureChromium(): Promise<string> {
  const found = process.env.CHROMIUM_PATH ?? PLACES.find((path) => existsSync(path));
  if (found && existsSync(found)) return found;
  if (found) throw new Error(`CHROMIUM_PATH is ${found}, where there is no program.`);
  const asRoot = waysToRoot();
  if (!existsSync('/usr/bin/apt-get') || !asRoot)
    throw new Error(
      'No Chromium found. Install Chromium or Chrome, or set CHROMIUM_PATH to its program, and run `npm test` again.',
    );
  process.stdout.write(
    `\nNo Chromium found: installing ${PACKAGES.join(', ')} from the system's packages …\n`,
  );
  await apt(asRoot, ['update']);
  await apt(asRoot, ['install', '-y', '--no-install-recommends', ...PACKAGES]);
  const installed = PLACES.find((path) => existsSync(path));
  if (!installed)
    throw new Error(
      'Chromium was installed, but its program is at none of the usual places. Set CHROMIUM_PATH.',
    );
  return installed;
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
