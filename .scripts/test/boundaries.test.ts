import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import config from '../../.dependency-cruiser.mjs';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const run = promisify(execFile);
const trees: string[] = [];
afterAll(() => {
  for (const tree of trees) rmSync(tree, { recursive: true, force: true });
});

/** Names of the rules that a small tree of files breaks. */
async function brokenRules(files: Record<string, string>): Promise<string[]> {
  const tree = mkdtempSync(join(tmpdir(), 'balcao-boundaries-'));
  trees.push(tree);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(tree, path)), { recursive: true });
    writeFileSync(join(tree, path), text);
  }
  const { stdout } = await run(
    join(ROOT, 'node_modules/.bin/depcruise'),
    ['--config', join(ROOT, '.dependency-cruiser.mjs'), '--output-type', 'json', '.'],
    { cwd: tree, maxBuffer: 16 * 1024 * 1024 },
  ).catch((error: { stdout: string }) => error);
  const { summary } = JSON.parse(stdout) as { summary: { violations: { rule: { name: string } }[] } };
  return [...new Set(summary.violations.map((violation) => violation.rule.name))].sort();
}

/** One importing file and what it imports: enough to break exactly one rule. */
const planted = (from: string, to: string, more: Record<string, string> = {}) => {
  const path = relativeImport(from, to);
  return {
    [from]: `import { thing } from '${path}';\nexport const use = thing;\n`,
    [to]: 'export const thing = 1;\n',
    ...more,
  };
};

function relativeImport(from: string, to: string): string {
  const up = '../'.repeat(from.split('/').length - 1);
  return `./${up}${to}`;
}

const builtin = (from: string) => ({
  [from]: "import { join } from 'node:path';\nexport const use = join;\n",
});

const library = (from: string, name: string) => ({
  [from]: `import { thing } from '${name}';\nexport const use = thing;\n`,
  [`node_modules/${name}/package.json`]: `{"name":"${name}","main":"main.js"}`,
  [`node_modules/${name}/main.js`]: 'exports.thing = 1;\n',
  'package.json': `{"dependencies":{"${name}":"1"}}`,
});

const VIOLATIONS: Record<string, Record<string, string>> = {
  'no-cycles': {
    'shared/src/a.ts': "import { b } from './b.ts';\nexport const a = () => b;\n",
    'shared/src/b.ts': "import { a } from './a.ts';\nexport const b = () => a;\n",
  },
  'no-barrels': planted(
    'server/src/modules/tickets/tickets.service.ts',
    'server/src/modules/tickets/index.ts',
  ),
  'imports-resolve': {
    'shared/src/errors.ts': "import { thing } from './nowhere.ts';\nexport const use = thing;\n",
  },
  'console-and-server-meet-in-shared': planted('desktop/src/hosts/browser/main.ts', 'server/src/app.ts'),
  'shared-is-pure': planted('shared/src/errors.ts', 'server/src/config.ts'),
  'shared-without-node': builtin('shared/src/errors.ts'),
  'platform-knows-no-features': planted(
    'server/src/platform/log.ts',
    'server/src/modules/auth/auth.service.ts',
  ),
  'modules-meet-at-services': planted(
    'server/src/modules/auth/auth.service.ts',
    'server/src/modules/users/users.repo.ts',
  ),
  'modules-stay-below': planted('server/src/modules/auth/auth.service.ts', 'server/src/channels/channel.ts'),
  'conversation-sees-the-port': planted(
    'server/src/conversation/intake.ts',
    'server/src/channels/whatsapp/actor.ts',
  ),
  'channels-know-no-business': planted(
    'server/src/channels/whatsapp/actor.ts',
    'server/src/modules/tickets/tickets.service.ts',
  ),
  'sandbox-stands-alone': planted('server/sandbox/cli.ts', 'server/src/config.ts'),
  'product-without-sandbox': planted('server/src/sessions.ts', 'server/sandbox/cli.ts'),
  'core-without-screen': planted('desktop/src/core/core.ts', 'desktop/src/bridge/client.ts'),
  'core-without-react': library('desktop/src/core/core.ts', 'react'),
  'bridge-carries-anything': planted('desktop/src/bridge/client.ts', 'desktop/src/core/core.ts'),
  'renderer-through-the-bridge': planted('desktop/src/renderer/main.tsx', 'desktop/src/core/core.ts'),
  'renderer-without-node': builtin('desktop/src/renderer/main.tsx'),
  'features-do-not-meet': planted(
    'desktop/src/renderer/features/auth/login.tsx',
    'desktop/src/renderer/features/tickets/list.tsx',
  ),
  'electron-in-its-host': library('desktop/src/core/core.ts', 'electron'),
  'tests-stay-out-of-the-product': planted('shared/src/errors.ts', 'shared/src/testing/factories.ts'),
};

describe('import boundaries', () => {
  it('has a planted violation for every rule', () => {
    const rules = (config.forbidden ?? []).map((rule) => rule.name);
    expect(Object.keys(VIOLATIONS).sort()).toEqual([...rules].sort());
  });

  it.each(Object.entries(VIOLATIONS))('%s is found', async (rule, files) => {
    expect(await brokenRules(files)).toEqual([rule]);
  });

  it('sees imports of types and imports at run time', async () => {
    const files = {
      'desktop/src/renderer/main.tsx':
        "import type { Thing } from '../core/core.ts';\nexport type Use = Thing;\n",
      'desktop/src/core/core.ts': 'export type Thing = 1;\n',
      'server/src/modules/auth/auth.service.ts':
        "export const use = () => import('../users/users.repo.ts');\n",
      'server/src/modules/users/users.repo.ts': 'export const thing = 1;\n',
    };
    expect(await brokenRules(files)).toEqual(['modules-meet-at-services', 'renderer-through-the-bridge']);
  });

  it('sees the console from the server as it sees the server from the console', async () => {
    const files = planted('server/src/sync/reader.ts', 'desktop/src/core/core.ts');
    expect(await brokenRules(files)).toEqual(['console-and-server-meet-in-shared']);
  });

  it.each([
    ['server/src/sync/reader.ts', 'server/src/sync/testing/data.ts'],
    ['desktop/src/core/core.ts', 'desktop/src/core/store/testing/rows.ts'],
  ])('keeps %s away from %s', async (from, to) => {
    expect(await brokenRules(planted(from, to))).toEqual(['tests-stay-out-of-the-product']);
  });

  it('lets the intended imports pass', async () => {
    const legal = {
      ...planted('server/src/modules/auth/auth.service.ts', 'server/src/modules/users/users.service.ts'),
      ...planted('server/src/conversation/intake.ts', 'server/src/channels/channel.ts'),
      ...planted('desktop/src/core/core.ts', 'desktop/src/hosts/host.ts'),
      ...planted('desktop/src/renderer/main.tsx', 'desktop/src/bridge/client.ts'),
      ...planted('server/src/channels/whatsapp/actor.test.ts', 'server/sandbox/cli.ts'),
      ...planted('server/src/app.ts', 'server/src/platform/log.ts'),
      ...planted('server/src/sync/testing/data.ts', 'server/test/fixtures.ts'),
      ...planted('desktop/src/core/services/tickets.ts', 'desktop/src/bridge/dispatcher.ts'),
      ...planted('desktop/src/hosts/browser/main.ts', 'desktop/src/core/start.ts'),
      ...library('desktop/src/renderer/app/app.tsx', 'react'),
    };
    expect(await brokenRules(legal)).toEqual([]);
  });
});
