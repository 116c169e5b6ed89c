import { existsSync } from 'node:fs';
import { installPackages } from './system-packages.ts';

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
  if (!(await installPackages(PACKAGES)))
    throw new Error(
      'No Chromium found. Install Chromium or Chrome, or set CHROMIUM_PATH to its program, and run `npm test` again.',
    );
  const installed = PLACES.find((path) => existsSync(path));
  if (!installed)
    throw new Error(
      'Chromium was installed, but its program is at none of the usual places. Set CHROMIUM_PATH.',
    );
  return installed;
}
