import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What the screen is made of; the lockfile stands for all packages. */
const SOURCES = ['desktop/src', 'shared/src', 'resources', 'desktop/vite.config.ts', 'pnpm-lock.yaml'];
const BUILT = 'desktop/dist/renderer';
/** In the folder that every build empties, so that it speaks of the last one alone. */
const STAMP = '.built-from';

/** Builds the screen, which takes seconds of one processor, unless it is there as its sources are now. */
export async function buildRenderer(root: string, say: (line: string) => void): Promise<void> {
  const stamp = join(root, BUILT, STAMP);
  const wanted = fingerprint(root);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  say('Building the console …');
  await build(root);
  writeFileSync(stamp, wanted);
}

function fingerprint(root: string): string {
  const hash = createHash('sha256');
  const add = (path: string) => {
    const { size, mtimeMs } = statSync(path);
    hash.update(`${path} ${size} ${mtimeMs}\n`);
  };
  for (const source of SOURCES) {
    const path = join(root, source);
    if (!statSync(path).isDirectory()) add(path);
    else
      for (const entry of readdirSync(path, { recursive: true, withFileTypes: true }))
        if (entry.isFile()) add(join(entry.parentPath, entry.name));
  }
  return hash.digest('hex');
}

function build(root: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn('pnpm', ['--silent', '--filter', '@balcao/desktop', 'build'], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32',
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString();
      });
    const failed = (why: string) => reject(new Error(`The console could not be built.\n${why}`));
    child.once('error', (error) => failed(error.message));
    child.once('close', (code) => (code === 0 ? resolve() : failed(output)));
  });
}
