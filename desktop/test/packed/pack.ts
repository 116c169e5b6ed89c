import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createPackage, extractAll } from '@electron/asar';

const DESKTOP = join(import.meta.dirname, '../..');
/**
 * Marks the position of the fuses in Electron's binary; behind it are the version of the format, their number, and each
 * one.
 */
const FUSE_SENTINEL = Buffer.from('dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX');
const FUSES = 8;

/** The parts of a runtime that electron-builder needs: it copies these files and sets the fuses. */
async function placeholderRuntime(dir: string): Promise<void> {
  const app = join(dir, 'app');
  const runtime = join(dir, 'runtime');
  for (const folder of [app, join(runtime, 'resources'), join(runtime, 'locales')])
    mkdirSync(folder, { recursive: true });
  writeFileSync(join(app, 'main.js'), '');
  await createPackage(app, join(runtime, 'resources/default_app.asar'));
  const wire = Buffer.from([1, FUSES, ...Buffer.from('0'.repeat(FUSES))]);
  writeFileSync(join(runtime, 'electron'), Buffer.concat([FUSE_SENTINEL, wire]));
  for (const file of ['version', 'LICENSE', 'chrome-sandbox']) writeFileSync(join(runtime, file), '');
}

/**
 * Packs the built console for Linux as `pnpm package` does, up to the point where installers would be downloaded for.
 *
 * @returns the folder of the packed program
 * @throws with electron-builder's output, also when `after-pack.ts` refuses
 */
export async function pack(dir: string): Promise<string> {
  await placeholderRuntime(dir);
  const options = [`electronDist=${join(dir, 'runtime')}`, `directories.output=${join(dir, 'out')}`];
  const args = ['--config', '../electron-builder.yml', '--linux', 'dir', '--publish', 'never'];
  await promisify(execFile)(
    join(DESKTOP, 'node_modules/.bin/electron-builder'),
    [...args, ...options.map((option) => `-c.${option}`)],
    // electron-builder detects the package manager from its caller's environment.
    { cwd: DESKTOP, env: { ...process.env, npm_config_user_agent: 'pnpm' } },
  ).catch((error: { stdout: string; stderr: string }) => {
    throw new Error(error.stdout + error.stderr);
  });
  return join(dir, 'out/linux-unpacked');
}

/** The archive as Electron lets a program see it: a folder of the same name. */
export function extract(archive: string, into: string): void {
  mkdirSync(into, { recursive: true });
  extractAll(archive, join(into, 'app.asar'));
}

/** The fuses of a packed program, in the order of Electron's documentation: `1` is on. */
export function fusesOf(binary: Buffer): string {
  const at = binary.indexOf(FUSE_SENTINEL) + FUSE_SENTINEL.length + 2;
  return binary.subarray(at, at + FUSES).toString();
}
