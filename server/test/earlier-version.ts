import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readlink, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** How far back the earlier version may be while nothing is released. */
const MAX_COMMITS_BACK = 40;
const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const PACKAGES = ['server', 'shared', 'desktop'];

/** Sources of an earlier commit that run with the packages of this one. */
export interface EarlierVersion {
  commit: string;
  /** Where a file of it is. @param path from the repository's root */
  file(path: string): string;
}

/**
 * The commit that an installation is brought here from: the newest release; while there is none, the oldest of the last
 * forty whose migrations are all part of these.
 *
 * @returns null without a history, or when the migrations have just changed
 */
export function earlierCommit(): string | null {
  if (!existsSync(join(ROOT, '.git'))) return null;
  const release = newestRelease();
  if (release) return release;
  // Of this line alone: on branches that were merged into it, not every step works.
  const line = git('rev-list', '--first-parent', `--max-count=${MAX_COMMITS_BACK}`, '--skip=1', 'HEAD');
  const commits = line.split('\n');
  return (
    commits.findLast((commit) => commit !== '' && mayServeBeside(commit) && isPartOfThis(commit)) ?? null
  );
}

/** Its tag; empty: there is none. */
export const newestRelease = (): string =>
  git('tag', '--list', 'v*', '--merged', 'HEAD', '--sort=-version:refname').split('\n')[0] ?? '';

/** Older versions than these refuse a database to which a later one has added, or know no bucket, no pooler, or one database. */
const KNOWN_BY_BOTH = [
  'server/test/earlier-version.ts',
  'server/src/platform/storage/open.ts',
  'server/packaging/pgbouncer.ini',
  'server/src/databases/move/move.ts',
];

const mayServeBeside = (commit: string): boolean =>
  git('ls-tree', '--name-only', commit, ...KNOWN_BY_BOTH).split('\n').length === KNOWN_BY_BOTH.length;

function isPartOfThis(commit: string): boolean {
  const changed = git(
    'diff',
    '--name-only',
    '--no-renames',
    '--diff-filter=MD',
    commit,
    '--',
    'server/migrations',
  );
  return !/\/\d{4}_\w+\.sql$/m.test(changed);
}

/** @param into an empty folder */
export async function checkOut(commit: string, into: string): Promise<EarlierVersion> {
  const archive = execFileSync('git', ['archive', commit, ...PACKAGES, 'package.json'], {
    cwd: ROOT,
    maxBuffer: 1e9,
  });
  execFileSync('tar', ['-x', '-C', into], { input: archive });
  await symlink(join(ROOT, 'node_modules'), join(into, 'node_modules'));
  for (const name of PACKAGES) await linkPackages(join(ROOT, name), join(into, name));
  return { commit, file: (path) => pathToFileURL(join(into, path)).href };
}

/** The packages of others come from here, our own ones from the earlier version itself. */
async function linkPackages(here: string, there: string): Promise<void> {
  const modules = await readdir(join(here, 'node_modules'));
  for (const name of modules) {
    const from = join(here, 'node_modules', name);
    const to = join(there, 'node_modules', name);
    await mkdir(join(there, 'node_modules'), { recursive: true });
    if (name !== '@balcao') {
      await symlink(from, to);
      continue;
    }
    await mkdir(to);
    for (const own of await readdir(from)) await symlink(await readlink(join(from, own)), join(to, own));
  }
}

const git = (...args: string[]): string =>
  execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', maxBuffer: 1e8 }).trim();
