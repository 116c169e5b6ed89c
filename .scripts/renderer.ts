import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

interface Part {
  name: string;
  /** What it is made of; the lockfile stands for all packages. */
  sources: string[];
  built: string;
  /** Of pnpm, which builds it. */
  command: string[];
}

const SCREEN: Part = {
  name: 'console',
  sources: ['desktop/src', 'shared/src', 'resources', 'desktop/vite.config.ts', 'pnpm-lock.yaml'],
  built: 'desktop/dist/renderer',
  command: ['--filter', '@balcao/desktop', 'build'],
};
const CHAT: Part = {
  name: 'chat of shops’ pages',
  sources: ['server/chat', 'shared/src', 'server/vite.chat.config.ts', 'pnpm-lock.yaml'],
  built: 'server/dist/chat',
  command: ['--filter', '@balcao/server', 'build:chat'],
};

/** The mark lies in the folder that every build empties, so that it speaks of the last one alone. */
const STAMP = '.built-from';

type Say = (line: string) => void;

/** Builds the screen, which takes seconds of one processor, unless it is there as its sources are now. */
export const buildRenderer = (root: string, say: Say): Promise<void> => buildOnce(root, SCREEN, say);

/** Builds the script that pages of shops name, in the same way. */
export const buildChat = (root: string, say: Say): Promise<void> => buildOnce(root, CHAT, say);

async function buildOnce(root: string, part: Part, say: Say): Promise<void> {
  const stamp = join(root, part.built, STAMP);
  const wanted = fingerprint(root, part.sources);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  say(`Building the ${part.name} …`);
  await build(root, part);
  writeFileSync(stamp, wanted);
}

function fingerprint(root: string, sources: readonly string[]): string {
  const hash = createHash('sha256');
  const add = (path: string) => {
    const { size, mtimeMs } = statSync(path);
    hash.update(`${path} ${size} ${mtimeMs}\n`);
  };
  for (const source of sources) {
    const path = join(root, source);
    if (!statSync(path).isDirectory()) add(path);
    else
      for (const entry of readdirSync(path, { recursive: true, withFileTypes: true }))
        if (entry.isFile()) add(join(entry.parentPath, entry.name));
  }
  return hash.digest('hex');
}

function build(root: string, { name, command }: Part): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn('pnpm', ['--silent', ...command], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32',
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString();
      });
    const failed = (why: string) => reject(new Error(`The ${name} could not be built.\n${why}`));
    child.once('error', (error) => failed(error.message));
    child.once('close', (code) => (code === 0 ? resolve() : failed(output)));
  });
}
