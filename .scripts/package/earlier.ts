import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { newestRelease } from '../../server/test/earlier-version.ts';

const BUILD = 'server/packaging/build.ts';
const MIGRATIONS = 'server/migrations';

/**
 * What an installation is brought here from: the newest release. While there is none, no history says which commits were
 * at work anywhere; then it is the last one whose database had a migration less, as an update without any proves little.
 * Where that made no package, it is the first that did.
 */
export function earlierCommit(): string {
  const release = newestRelease();
  if (release) return release;
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
