import type { KeyObject } from 'node:crypto';
import { copyFileSync, existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { signManifest } from '../src/hosts/electron/updates/signed-manifest.ts';

interface Release {
  /** Where electron-builder left installers and manifests. */
  from: string;
  /** The server's folder; the same one to change the percentage of what is published. */
  to: string;
  privateKey: KeyObject;
  /** Of the installations that get it; absent: all. */
  percentage?: number;
}

const MANIFEST = /^latest[\w-]*\.yml$/;
const NAMED = /^\s*(?:- )?(?:url|path): '?([\w.-]+)'?$/gm;
const PERCENTAGE = /^stagingPercentage:.*\n/m;

/**
 * Publishes what was built: installers first, then the signed manifests that name them, each in one step. A console that
 * asks meanwhile gets the version before or this one.
 *
 * @returns the manifests that were published
 * @throws Error when there is none, or when an installer is missing
 */
export function publish({ from, to, privateKey, percentage }: Release): string[] {
  const manifests = readdirSync(from).filter((file) => MANIFEST.test(file));
  if (manifests.length === 0) throw new Error(`no manifest (latest*.yml) in ${from}`);
  const texts = manifests.map((file) => readFileSync(join(from, file), 'utf8'));
  const installers = texts.flatMap((text) => [...text.matchAll(NAMED)].map(([, name = '']) => name));
  for (const file of new Set(installers)) {
    put(from, to, file);
    if (existsSync(join(from, `${file}.blockmap`))) put(from, to, `${file}.blockmap`);
  }
  for (const [index, file] of manifests.entries()) {
    const step = percentage === undefined ? '' : `stagingPercentage: ${percentage}\n`;
    const text = step + (texts[index] ?? '').replace(PERCENTAGE, '');
    writeFileSync(join(to, `.${file}`), signManifest(file, text, privateKey));
    renameSync(join(to, `.${file}`), join(to, file));
  }
  return manifests;
}

function put(from: string, to: string, file: string): void {
  const target = join(to, file);
  if (from === to) {
    if (!existsSync(target)) throw new Error(`${target} is missing`);
    return;
  }
  copyFileSync(join(from, file), `${target}.part`);
  renameSync(`${target}.part`, target);
}
