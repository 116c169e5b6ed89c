import { execFile, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';

/** Chromium without a window of its own. A whole one makes a window for each page, which costs more than our page. */
const SHELL = '/usr/bin/chromium-headless-shell';
const WHOLE = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
];
const PACKAGES = ['chromium-headless-shell', 'fonts-noto-color-emoji', 'fonts-dejavu-core'];

/**
 * The Chromium that drives the journeys: CHROMIUM_PATH, or the installed shell, or Debian's package of it where that may
 * be installed, or a whole one.
 *
 * @throws Error that says what to install by hand.
 */
export async function ensureChromium(): Promise<string> {
  const chosen = process.env.CHROMIUM_PATH;
  if (chosen && !existsSync(chosen))
    throw new Error(`CHROMIUM_PATH is ${chosen}, where there is no program.`);
  if (chosen || existsSync(SHELL)) return chosen ?? SHELL;
  const whole = WHOLE.find((path) => existsSync(path));
  // Beside a browser that its owner chose nothing is installed, except where everything runs as root: in a container.
  if (whole && process.getuid?.() !== 0) return whole;
  const problem = await installShell();
  if (!problem) return SHELL;
  if (!whole) throw new Error(problem);
  process.stdout.write(`\nThe journeys run in ${whole}, which takes longer: ${problem}\n`);
  return whole;
}

/** @returns why there is none */
async function installShell(): Promise<string | null> {
  const asRoot = waysToRoot();
  if (!existsSync('/usr/bin/apt-get') || !asRoot)
    return 'No Chromium found. Install Chromium or Chrome, or set CHROMIUM_PATH to its program, and run `npm test` again.';
  process.stdout.write(`\nInstalling ${PACKAGES.join(', ')} from the system's packages …\n`);
  try {
    await apt(asRoot, ['update']);
    await apt(asRoot, ['install', '-y', '--no-install-recommends', ...PACKAGES]);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  return existsSync(SHELL)
    ? null
    : 'Chromium was installed, but its program is not at its usual place. Set CHROMIUM_PATH.';
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
