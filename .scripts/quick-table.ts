import type { Step } from './steps.ts';

/** Which compiler settings read a path: whoever changes `shared` is read by all. */
const PROJECTS: [path: RegExp, tsconfig: string][] = [
  [/^shared\//, 'shared'],
  [/^(shared|server|desktop\/test)\//, 'server'],
  [/^(shared|desktop\/(?!src\/renderer|src\/features\/[^/]+\/screen|e2e))/, 'desktop/tsconfig.node.json'],
  [/^(shared|desktop\/src\/(renderer|features\/[^/]+\/screen))\//, 'desktop/tsconfig.renderer.json'],
  [/^(desktop\/e2e|server\/(sandbox|test|src\/platform))\//, 'desktop/tsconfig.e2e.json'],
  [/^\.scripts\//, '.scripts'],
];

/** What a folder's change may break beside its own tests. */
export const POSTGRES_TESTS: [path: RegExp, tests: string[]][] = [
  [/^server\/src\/sync\//, ['desktop/test/sync.pg.test.ts']],
  [/^server\/src\/channels\//, ['server/src/conversation']],
  [
    /^server\/(migrations|src\/platform\/db)\//,
    ['server/test/row-security.pg.test.ts', 'server/test/foreign-keys.pg.test.ts'],
  ],
  [
    /^shared\/src\/(features\/[^/]+\/calls|permissions)/,
    ['server/test/roles.pg.test.ts', 'server/test/probe.pg.test.ts'],
  ],
  [/^desktop\/(src\/core\/(sync|store|outbox)|test\/sync)\//, ['desktop/test/sync.pg.test.ts']],
  [
    /^desktop\/test\/verify\//,
    ['commands', 'events', 'causes'].map((what) => `desktop/test/verify-${what}.pg.test.ts`),
  ],
  [/^desktop\/src\/(core|features)\/media\/[^/]+$/, ['desktop/test/media.pg.test.ts']],
  [/^desktop\/src\/features\/messages-api\/[^/]+$/, ['desktop/test/messages-api.pg.test.ts']],
  [/^server\/migrations\/0210_webhooks/, ['server/src/modules/webhooks/']],
];

/** The journeys that go through a folder. Those that go through everything belong to the whole run. */
export const JOURNEYS: [path: RegExp, journeys: string[]][] = [
  [/^(?:desktop|shared)\/src\/features\/(tags|quick-messages|helps)\//, ['catalog']],
  [/^(?:desktop|shared)\/src\/features\/knowledge\//, ['knowledge']],
  [/^(?:desktop|shared)\/src\/features\/contacts\//, ['contacts']],
  [/^desktop\/src\/renderer\/components\/contact-import\//, ['contact-import']],
  [/^(?:desktop|shared)\/src\/features\/connections\//, ['connections', 'mail']],
  [
    /^(?:desktop|shared)\/src\/features\/(companies|plans|users|settings|audit|queues|prompts|queue-integrations|contact-lists|campaign-settings)\//,
    ['administration'],
  ],
  [
    /^(?:desktop|shared)\/src\/(features\/(automations|macros)|renderer\/components\/effects)\//,
    ['automations', 'macros', 'night'],
  ],
  [/^(?:desktop|shared)\/src\/features\/deadlines\//, ['deadlines', 'night']],
  [/^(?:desktop|shared)\/src\/features\/ratings\//, ['ratings', 'night']],
  [/^(?:desktop|shared)\/src\/features\/assignment\//, ['assignment', 'night']],
  [/^(?:desktop|shared)\/src\/features\/reports\//, ['reports', 'night']],
  [/^(?:desktop|shared)\/src\/features\/(campaigns|contact-lists)\//, ['campaigns']],
  [/^(?:desktop|shared)\/src\/features\/(messages-api|webhooks)\//, ['programs']],
  [/^(?:desktop|shared)\/src\/features\/schedules\//, ['schedules']],
  [/^(?:desktop|shared)\/src\/features\/ticket-(list|views)\//, ['ticket-list']],
  [/^(?:desktop|shared)\/src\/features\/composer\//, ['composer']],
  [/^(?:desktop|shared)\/src\/features\/(file-lists|composer)\//, ['file-lists']],
  [/^(?:desktop|shared)\/src\/features\/conversation\//, ['conversation', 'cards']],
  [/^(?:desktop|shared)\/src\/features\/kanban\//, ['kanban']],
  [/^(?:desktop|shared)\/src\/features\/search\//, ['search']],
  [/^(?:desktop|shared)\/src\/features\/(chats|announcements)\//, ['team']],
  [/^(?:desktop|shared)\/src\/features\/(payments|invoices|subscription)\//, ['money']],
];

const named = (table: [RegExp, string[]][], changed: readonly string[]): string[] => [
  ...new Set(table.flatMap(([path, names]) => (changed.some((file) => path.test(file)) ? names : []))),
];

/** @param changed paths from the repository's root that exist */
export function checksFor(changed: readonly string[]): Step[] {
  const sources = changed.filter((path) => /\.(ts|tsx|mjs|json|css)$/.test(path));
  if (sources.length === 0) return [];
  const types = PROJECTS.filter(([path]) => sources.some((file) => path.test(file)));
  return [
    {
      name: 'lint',
      command: ['biome', 'check', '--error-on-warnings', '--no-errors-on-unmatched', ...sources],
    },
    ...types.map(([, project]) => ({
      name: `types of ${project}`,
      command: ['tsc', '-p', project, ...kept(project)],
    })),
    { name: 'boundaries', command: ['pnpm', '--silent', 'boundaries'] },
    { name: 'texts', command: ['node', '.scripts/check-i18n.ts'] },
    { name: 'references', command: ['node', '.scripts/check-references.ts'] },
  ];
}

/** Folders and files of tests with a database: those beside what changed, and those of the table. */
export function postgresTestsFor(changed: readonly string[]): string[] {
  const own = changed.flatMap((path) => {
    if (path.endsWith('.pg.test.ts')) return path;
    return (
      /^server\/src\/(?:modules\/[^/]+|sync|conversation|channels\/[^/]+|platform\/[^/]+)\//.exec(
        path,
      )?.[0] ?? []
    );
  });
  // A feature has one name in shared and in the server.
  const modules = changed.flatMap((path) => {
    const name = /^shared\/src\/features\/([^/]+)\/(?!.*\.json$)/.exec(path)?.[1];
    return name ? `server/src/modules/${name}/` : [];
  });
  return [...new Set([...own, ...modules, ...named(POSTGRES_TESTS, changed)])].sort();
}

/** The compiler looks again only at what changed since it last ran for this command. */
function kept(project: string): string[] {
  const file = `node_modules/.cache/types/${project.replaceAll('/', '-')}.tsbuildinfo`;
  return ['--incremental', '--tsBuildInfoFile', file];
}

export function journeysFor(changed: readonly string[]): string[] {
  const own = changed.flatMap((path) => /^desktop\/e2e\/([\w-]+)(?:\.spec\.ts$|\/)/.exec(path)?.[1] ?? []);
  return [...new Set([...own, ...named(JOURNEYS, changed)])].sort();
}
