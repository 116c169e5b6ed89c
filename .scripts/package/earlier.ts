import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { newestRelease } from '../../server/test/earlier-version.ts';

const BUILD = 'server/packaging/build.ts';
const MIGRATIONS = 'server/migrations';

/** What an installation is brought here from: the newest release; while there is none, the last landed commit. */
export const earlierCommit = (): string => newestRelease() || lastLanded() || lastWithLess();

/** Of `main`, before this; empty where this is of it, or nobody has fetched it. */
function lastLanded(): string {
  if (git('branch', '--list', 'main') === '') return '';
  const landed = git('merge-base', 'HEAD', 'main');
  return landed === git('rev-parse', 'HEAD') ? '' : git('rev-parse', '--short', landed);
}

/** Its database had a migration less, as an update without any proves little. Where that made no package, the first that did. */
function lastWithLess(): string {
  const first = git('log', '--diff-filter=A', '--format=%h', '--', BUILD).split('\n').at(-1) ?? '';
  const before = git('rev-parse', '--short', `${git('log', '-1', '--format=%h', '--', MIGRATIONS)}~1`);
  return git('ls-tree', before, BUILD) === '' ? first : before;
}

/**
 * The package of an earlier commit, which that commit's own sources make. Made once, and kept.
 *
 * @returns its file
 */
export function buildEarlier(commit: string, cache: string): string {
  const kept = join(cache, `${commit}.deb`);
  if (existsSync(kept)) return kept;
  const folder = mkdtempSync(join(tmpdir(), 'balcao-earlier-'));
  try {
    // Its version is that of the commit.
    git('clone', '--quiet', '--shared', '--no-checkout', '.', folder);
    git('-C', folder, 'checkout', '--quiet', commit);
    const env = {
      ...process.env,
      ELECTRON_SKIP_BINARY_DOWNLOAD: '1',
      PATH: [join(folder, 'server/node_modules/.bin'), process.env.PATH].join(delimiter),
    };
    const run = (args: string[]) =>
      execFileSync('pnpm', args, { cwd: folder, env, stdio: ['ignore', 'ignore', 'inherit'] });
    run(['install', '--frozen-lockfile', '--prefer-offline', '--filter', '@balcao/server...']);
    run(['--silent', '--filter', '@balcao/server', 'package', '--arch', 'amd64']);
    const dist = join(folder, 'server/dist');
    const made = readdirSync(dist).find((name) => name.endsWith('.deb')) ?? '';
    mkdirSync(cache, { recursive: true });
    execFileSync('cp', [join(dist, made), `${kept}.part`]);
    renameSync(`${kept}.part`, kept);
    return kept;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim();
