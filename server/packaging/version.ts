import { spawnSync } from 'node:child_process';
import manifest from '../package.json' with { type: 'json' };

/**
 * The version of a package, which grows with each commit: that of the server, when the commit was made and its name, so
 * that apt takes a later one for an update. Sources without git have the version of the server alone, which is the oldest.
 */
export function packageVersion(): string {
  const format = ['--format=%cd.%h', '--date=format-local:%Y%m%d%H%M%S'];
  const { status, stdout } = spawnSync('git', ['log', '-1', ...format], {
    cwd: import.meta.dirname,
    env: { ...process.env, TZ: 'UTC' },
    encoding: 'utf8',
  });
  return status === 0 ? `${manifest.version}+git${stdout.trim()}` : manifest.version;
}
