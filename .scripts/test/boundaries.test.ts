import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import config, { FEATURE_USERS, KIND_USERS } from '../../.dependency-cruiser.mjs';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const run = promisify(execFile);

type Files = Record<string, string>;

/** Names of the rules that files of a tree break, by file. One run over all plants: to start the program costs most. */
async function brokenRules(files: Files): Promise<Record<string, string[]>> {
  const tree = mkdtempSync(join(tmpdir(), 'balcao-boundaries-'));
  try {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(tree, path)), { recursive: true });
      writeFileSync(join(tree, path), text);
    }
    const { stdout } = await run(
      join(ROOT, 'node_modules/.bin/depcruise'),
      ['--config', join(ROOT, '.dependency-cruiser.mjs'), '--output-type', 'json', '.'],
      { cwd: tree, maxBuffer: 16 * 1024 * 1024 },
    ).catch((error: { stdout: string }) => error);
    const { summary } = JSON.parse(stdout) as {
      summary: { violations: { from: string; rule: { name: string } }[] };
    };
    const broken: Record<string, string[]> = {};
    for (const { from, rule } of summary.violations)
      broken[from] = [...new Set([...(broken[from] ?? []), rule.name])].sort();
    return broken;
  } finally {
    rmSync(tree, { recursive: true, force: true });
  }
}

/** A file of one plant alone, which imports; what it imports may stand for several. */
const planted = (from: string, to: string): Files => {
  const path = relativeImport(from, to);
  return {
    [from]: `import { thing } from '${path}';\nexport const use = thing;\n`,
    [to]: 'export const thing = 1;\n',
  };
};

function relativeImport(from: string, to: string): string {
  const up = '../'.repeat(from.split('/').length - 1);
  return `./${up}${to}`;
}

const builtin = (from: string): Files => ({
  [from]: "import { join } from 'node:path';\nexport const use = join;\n",
});

const library = (from: string, name: string): Files => ({
  [from]: `import { thing } from '${name}';\nexport const use = thing;\n`,
  [`node_modules/${name}/package.json`]: `{"name":"${name}","main":"main.js"}`,
  [`node_modules/${name}/main.js`]: 'exports.thing = 1;\n',
});

/** Each breaks its rule in the file that it names first, and no other rule. */
const VIOLATIONS: Record<string, Files> = {
  'no-cycles': {
    'shared/src/a.ts': "import { b } from './b.ts';\nexport const a = () => b;\n",
    'shared/src/b.ts': "import { a } from './a.ts';\nexport const b = () => a;\n",
  },
  'no-barrels': planted(
    'server/src/modules/tickets/barrel.service.ts',
    'server/src/modules/tickets/index.ts',
  ),
  'imports-resolve': {
    'shared/src/lost.ts': "import { thing } from './nowhere.ts';\nexport const use = thing;\n",
  },
  'console-and-server-meet-in-shared': planted('desktop/src/hosts/browser/main.ts', 'server/src/app.ts'),
  'shared-is-pure': planted('shared/src/impure.ts', 'server/src/config.ts'),
  'shared-without-node': builtin('shared/src/node.ts'),
  'shared-rooms-below-features': planted('shared/src/money/rates.ts', 'shared/src/features/plans/row.ts'),
  'shared-features-below-their-list': planted('shared/src/features/tags/upward.ts', 'shared/src/routes.ts'),
  'shared-names-features-once': planted('shared/src/sync/named.ts', 'shared/src/features/tags/row.ts'),
  'platform-knows-no-features': planted(
    'server/src/platform/log.ts',
    'server/src/modules/auth/passwords.service.ts',
  ),
  'services-know-no-business': planted(
    'server/src/services/outside.ts',
    'server/src/modules/tags/tags.service.ts',
  ),
  'modules-meet-at-services': planted(
    'server/src/modules/auth/auth.service.ts',
    'server/src/modules/users/users.repo.ts',
  ),
  'modules-stay-below': planted('server/src/modules/auth/below.service.ts', 'server/src/channels/channel.ts'),
  'parts-in-their-place': planted('server/src/modules/auth/auth.routes.ts', 'server/src/parts.ts'),
  'conversation-sees-the-port': planted('server/src/conversation/ingest.ts', 'server/src/sync/epoch.ts'),
  'kinds-behind-their-port': planted('server/src/main.ts', 'server/src/channels/whatsapp/session.ts'),
  'kinds-do-not-meet': planted(
    'server/src/channels/telegram/session.ts',
    'server/src/channels/whatsapp/session.ts',
  ),
  'channels-know-no-business': planted(
    'server/src/channels/whatsapp/actor.ts',
    'server/src/modules/tickets/tickets.service.ts',
  ),
  'sandbox-stands-alone': planted('server/sandbox/alone.ts', 'server/src/config.ts'),
  'product-without-sandbox': planted('server/src/sessions.ts', 'server/sandbox/cli.ts'),
  'core-without-screen': planted('desktop/src/core/screen.ts', 'desktop/src/bridge/client.ts'),
  'core-without-react': library('desktop/src/core/react.ts', 'react'),
  'bridge-carries-anything': planted('desktop/src/bridge/anything.ts', 'desktop/src/core/start.ts'),
  'engine-below-features': planted('desktop/src/core/upward.ts', 'desktop/src/features/tags/tag-reads.ts'),
  'core-below-its-features': planted('desktop/src/features/tags/upward.ts', 'desktop/src/features.ts'),
  'core-halves-keep-their-answers': planted(
    'desktop/src/features/chats/answers.ts',
    'desktop/src/features/media/handlers.ts',
  ),
  'renderer-through-the-bridge': planted('desktop/src/renderer/main.tsx', 'desktop/src/core/start.ts'),
  'renderer-without-node': builtin('desktop/src/renderer/node.tsx'),
  'kit-is-below-all': planted(
    'desktop/src/renderer/kit/upward.ts',
    'desktop/src/renderer/components/state-view.tsx',
  ),
  'components-below-features': planted(
    'desktop/src/renderer/components/upward.tsx',
    'desktop/src/features/auth/screen/frame.tsx',
  ),
  'features-below-app': planted(
    'desktop/src/features/auth/screen/upward.tsx',
    'desktop/src/renderer/app/pages.ts',
  ),
  'features-do-not-meet': planted(
    'desktop/src/features/auth/screen/login.tsx',
    'desktop/src/features/ticket-list/screen/list.tsx',
  ),
  'frame-names-features-once': planted(
    'desktop/src/renderer/app/layout/bar.tsx',
    'desktop/src/features/webhooks/screen/failed-webhooks.tsx',
  ),
  'chat-script-stands-alone': planted('server/chat/company.ts', 'shared/src/features/tags/row.ts'),
  'chat-script-without-node': builtin('server/chat/node.ts'),
  'chat-script-is-shown-by-its-preview': planted('desktop/src/renderer/kit/shop.ts', 'server/chat/chat.ts'),
  'electron-in-its-host': library('desktop/src/core/electron.ts', 'electron'),
  'tests-stay-out-of-the-product': planted('shared/src/tested.ts', 'shared/src/testing/factories.ts'),
};

const MORE_VIOLATIONS: { what: string; rule: string; files: Files }[] = [
  {
    what: 'a cycle of types',
    rule: 'no-cycles',
    files: {
      'server/src/sync/one.ts': "import type { Other } from './other.ts';\nexport type One = Other[];\n",
      'server/src/sync/other.ts': "import type { One } from './one.ts';\nexport type Other = One | null;\n",
    },
  },
  {
    what: 'an import of a type',
    rule: 'renderer-through-the-bridge',
    files: {
      'desktop/src/renderer/type.tsx':
        "import type { Thing } from '../core/types.ts';\nexport type Use = Thing;\n",
      'desktop/src/core/types.ts': 'export type Thing = 1;\n',
    },
  },
  {
    what: 'the engine that reads the list of features',
    rule: 'core-below-its-features',
    files: planted('desktop/src/core/lists.ts', 'desktop/src/features.ts'),
  },
  {
    what: 'a core half that draws',
    rule: 'core-without-screen',
    files: planted('desktop/src/features/tags/draws.ts', 'desktop/src/features/tags/screen/tags-page.tsx'),
  },
  {
    what: 'a core half that reaches past the seam',
    rule: 'core-without-screen',
    files: planted('desktop/src/features/tags/host.ts', 'desktop/src/hosts/browser/main.ts'),
  },
  {
    what: 'the engine that draws a feature',
    rule: 'core-without-screen',
    files: planted('desktop/src/core/draws.ts', 'desktop/src/features/tags/screen/tags-page.tsx'),
  },
  {
    what: 'a core half with React',
    rule: 'core-without-react',
    files: library('desktop/src/features/tags/hook.ts', 'react'),
  },
  {
    what: 'a bridge that knows a feature',
    rule: 'bridge-carries-anything',
    files: planted('desktop/src/bridge/carries.ts', 'desktop/src/features/tags/tag-reads.ts'),
  },
  {
    what: 'a screen that reads its core half',
    rule: 'renderer-through-the-bridge',
    files: planted('desktop/src/features/tags/screen/reads.tsx', 'desktop/src/features/tags/tag-reads.ts'),
  },
  {
    what: 'a screen that reads the engine',
    rule: 'renderer-through-the-bridge',
    files: planted('desktop/src/features/tags/screen/store.tsx', 'desktop/src/core/store/store.ts'),
  },
  {
    what: 'a screen with Node',
    rule: 'renderer-without-node',
    files: builtin('desktop/src/features/tags/screen/node.tsx'),
  },
  {
    what: 'a tool that shows a feature',
    rule: 'kit-is-below-all',
    files: planted('desktop/src/renderer/kit/shows.ts', 'desktop/src/features/tags/screen/tags-page.tsx'),
  },
  {
    what: "a screen's index read beside the list",
    rule: 'no-barrels',
    files: planted(
      'desktop/src/features/tags/screen/reads-index.ts',
      'desktop/src/features/tags/screen/index.ts',
    ),
  },
  {
    what: "another module's way in",
    rule: 'modules-meet-at-services',
    files: planted('server/src/modules/auth/auth.module.ts', 'server/src/modules/users/users.module.ts'),
  },
  {
    what: 'an import at run time',
    rule: 'modules-meet-at-services',
    files: {
      'server/src/modules/auth/late.service.ts':
        "export const use = () => import('../users/users.repo.ts');\n",
    },
  },
  {
    what: 'the console from the server',
    rule: 'console-and-server-meet-in-shared',
    files: planted('server/src/sync/reader.ts', 'desktop/src/core/types.ts'),
  },
  {
    what: 'test data of the server',
    rule: 'tests-stay-out-of-the-product',
    files: planted('server/src/sync/epoch.ts', 'server/src/sync/testing/data.ts'),
  },
  {
    what: 'test data of the console',
    rule: 'tests-stay-out-of-the-product',
    files: planted('desktop/src/core/tested.ts', 'desktop/src/core/store/testing/rows.ts'),
  },
];

const LEGAL: Files[] = [
  planted('server/src/modules/auth/legal.service.ts', 'server/src/modules/users/users.service.ts'),
  planted('server/src/conversation/legal.ts', 'server/src/channels/channel.ts'),
  planted('desktop/src/core/legal.ts', 'desktop/src/hosts/host.ts'),
  planted('desktop/src/renderer/legal.tsx', 'desktop/src/bridge/client.ts'),
  planted('server/src/channels/whatsapp/actor.test.ts', 'server/sandbox/cli.ts'),
  planted('server/src/legal.ts', 'server/src/platform/http.ts'),
  planted('server/src/sync/testing/legal.ts', 'server/test/fixtures.ts'),
  planted('desktop/src/features/tickets/handlers.ts', 'desktop/src/bridge/dispatcher.ts'),
  planted('desktop/src/hosts/browser/legal.ts', 'desktop/src/core/start.ts'),
  planted('desktop/src/core/core.ts', 'desktop/src/features.ts'),
  planted('desktop/src/features/chats/legal.ts', 'desktop/src/features/media/outgoing-files.ts'),
  planted('desktop/src/renderer/app/features.ts', 'desktop/src/features/auth/screen/index.ts'),
  planted('desktop/src/features/auth/screen/legal.tsx', 'desktop/src/renderer/components/state-view.tsx'),
  planted('desktop/src/renderer/components/legal.tsx', 'desktop/src/renderer/kit/toasts.tsx'),
  library('desktop/src/renderer/app/app.tsx', 'react'),
  planted('server/chat/legal.ts', 'shared/src/text/rich-text.ts'),
  planted('desktop/src/features/connections/screen/legal.tsx', 'server/chat/preview.ts'),
];

const firstFile = (files: Files) => Object.keys(files)[0] ?? '';

describe('import boundaries', () => {
  let broken: Record<string, string[]>;
  beforeAll(async () => {
    const plants = [...Object.values(VIOLATIONS), ...MORE_VIOLATIONS.map(({ files }) => files), ...LEGAL];
    // An imported file that is a plant of its own keeps its own import.
    const tree = Object.assign(
      {},
      ...plants,
      ...plants.map((files) => Object.fromEntries([Object.entries(files)[0]!])),
    );
    const dependencies = { react: '1', electron: '1' };
    broken = await brokenRules({ ...tree, 'package.json': JSON.stringify({ dependencies }) });
  });

  it('has a planted violation for every rule', () => {
    const rules = (config.forbidden ?? []).map((rule) => rule.name);
    expect(Object.keys(VIOLATIONS).sort()).toEqual([...rules].sort());
  });

  it.each(Object.entries(VIOLATIONS))('%s is found', (rule, files) => {
    expect(broken[firstFile(files)]).toEqual([rule]);
  });

  it.each(MORE_VIOLATIONS)('sees $what', ({ rule, files }) => {
    expect(broken[firstFile(files)]).toEqual([rule]);
  });

  it.each(FEATURE_USERS)('%s still imports a feature, or is to be taken off the list', (path) => {
    expect(readFileSync(join(ROOT, path), 'utf8')).toMatch(/from '[./]*\/features\//);
  });

  it.each(KIND_USERS)('%s still imports a kind of channel, or is to be taken off the list', (path) => {
    expect(readFileSync(join(ROOT, path), 'utf8')).toMatch(/from '[^']*channels\/whatsapp\//);
  });

  it('lets everything else pass', () => {
    const guilty = [...Object.values(VIOLATIONS), ...MORE_VIOLATIONS.map(({ files }) => files)].map(
      firstFile,
    );
    expect(Object.keys(broken).filter((file) => !guilty.includes(file))).toEqual([]);
  });
});
