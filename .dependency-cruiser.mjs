// Who may import whom. Every rule is proven by a planted violation in .scripts/test/boundaries.test.ts.
const TESTS = '\\.test\\.tsx?$|/(test|testing|e2e|bench)/';
const NODE = ['core'];

/** Rooms of what belongs to no feature. */
const SHARED_ROOMS = '^shared/src/(contract|text|phone|time|money)/';
const SHARED_ABOVE =
  '^shared/src/(bridge/|sync/(?!ephemeral)|(features|errors|permissions|routes|audit-log|program-calls)\\.ts)';
/** The only lists of features: they import each feature's index. */
const FEATURE_LISTS = '^(shared/src/(features|calls)|desktop/src/(features|renderer/app/features))\\.ts$';

/** What a feature has in the core. */
const HALF = '^desktop/src/features/([^/]+)/(?!screen/)';
/** What a feature shows. */
const SCREEN = '^desktop/src/features/([^/]+)/screen/';
/** All that is drawn. */
const DRAWN = '^desktop/src/(renderer/|features/[^/]+/screen/)';
/** All of the console's core: the engine, the core halves of features and their list. */
const CORE = '^desktop/src/(core/|features/(?![^/]+/screen/)|features\\.ts$)';

/** Files of the engine that name features. The list may only become shorter. */
export const FEATURE_USERS = [
  'desktop/src/core/notify/host-commands.ts',
  'desktop/src/core/notify/notifier.ts',
  'desktop/src/core/store/feed.ts',
  'desktop/src/core/store/local-state.ts',
  'desktop/src/core/store/row-writer.ts',
  'desktop/src/core/store/store.ts',
  'desktop/src/core/store/tables.ts',
  'desktop/src/core/sync/tails.ts',
  'desktop/src/core/workspace-events.ts',
  'desktop/src/core/workspace.ts',
];

/** Who imports the WhatsApp channel from outside. The list may only become shorter. */
export const KIND_USERS = ['server/bench/benchmarks/bad-input.ts', 'server/src/sessions.ts'];

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'no-cycles',
      comment:
        'A cycle has no first file to read. Types that both need go into a file of their own, below both.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-barrels',
      comment: 'Import the file that has it. A feature as data is read by the list of features alone.',
      severity: 'error',
      from: { pathNot: FEATURE_LISTS },
      to: { path: '^(shared|server|desktop)/.*/index\\.tsx?$' },
    },
    {
      name: 'imports-resolve',
      comment: 'An import that leads nowhere is seen by no other rule.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, path: '^(\\.|@balcao/)' },
    },
    {
      name: 'console-and-server-meet-in-shared',
      comment: 'They run on different machines, in different versions.',
      severity: 'error',
      from: { path: '^(server|desktop)/src/', pathNot: TESTS },
      to: { path: '^(server|desktop)/src/', pathNot: '^$1/' },
    },
    {
      name: 'shared-is-pure',
      comment: 'shared runs everywhere: nothing of ours, no Node.',
      severity: 'error',
      from: { path: '^shared/src/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^(server|desktop)/' },
    },
    {
      name: 'shared-without-node',
      severity: 'error',
      from: { path: '^shared/src/', pathNot: '\\.test\\.tsx?$' },
      to: { dependencyTypes: NODE },
    },
    {
      name: 'shared-rooms-below-features',
      comment: 'A room knows no feature, and nothing that is derived from all of them.',
      severity: 'error',
      from: { path: SHARED_ROOMS, pathNot: TESTS },
      to: { path: ['^shared/src/features/', SHARED_ABOVE] },
    },
    {
      name: 'shared-features-below-their-list',
      comment: 'What is derived from all features knows them; none of them knows it.',
      severity: 'error',
      from: { path: '^shared/src/features/', pathNot: TESTS },
      to: { path: SHARED_ABOVE },
    },
    {
      name: 'shared-names-features-once',
      comment:
        'Whatever needs all features reads the lists. The outbox alone shows what belongs to some: messages and schedules that wait. The call of the log names the objects of all. The page of all texts is written by a program.',
      severity: 'error',
      from: {
        path: '^shared/src/',
        pathNot: [
          TESTS,
          '^shared/src/(features|calls\\.ts|texts\\.ts)',
          SHARED_ROOMS,
          '^shared/src/(bridge/outbox|audit-log)\\.ts$',
        ],
      },
      to: { path: '^shared/src/features/' },
    },
    {
      name: 'platform-knows-no-features',
      comment: 'The platform would run any product.',
      severity: 'error',
      from: { path: '^server/src/platform/', pathNot: TESTS },
      to: { path: '^server/src/(?!platform/|config\\.ts)' },
    },
    {
      name: 'modules-meet-at-services',
      comment:
        "A module uses another module's service, never its repo, its routes, its policy, its jobs, its commands or its module.",
      severity: 'error',
      from: { path: '^server/src/modules/([^/]+)/', pathNot: TESTS },
      to: {
        path: '^server/src/modules/[^/]+/[^/]+\\.(repo|routes|policy|jobs|commands|module)\\.ts$',
        pathNot: '^server/src/modules/$1/',
      },
    },
    {
      name: 'modules-stay-below',
      severity: 'error',
      from: { path: '^server/src/modules/', pathNot: TESTS },
      to: { path: '^server/src/((channels|conversation)/|(app|modules|main|sessions)\\.ts)' },
    },
    {
      name: 'parts-in-their-place',
      comment:
        'Only the file that joins a module to the application sees all parts; the others name what they need.',
      severity: 'error',
      from: {
        path: '^server/src/',
        pathNot: `^server/src/((app|modules|main)\\.ts|modules/.*\\.module\\.ts)|${TESTS}`,
      },
      to: { path: '^server/src/parts\\.ts' },
    },
    {
      name: 'conversation-sees-the-port',
      comment: 'The conversation speaks to any channel through its port.',
      severity: 'error',
      from: { path: '^server/src/conversation/', pathNot: TESTS },
      to: {
        path: '^server/src/(channels|modules|sync)/',
        pathNot: '^server/src/channels/channel\\.ts$|^server/src/modules/[^/]+/[^/]+\\.service\\.ts$',
      },
    },
    {
      name: 'kinds-behind-their-port',
      comment: 'Everybody speaks to channels/channel.ts; one table knows the kinds of channels.',
      severity: 'error',
      from: {
        path: '^(shared|server|desktop)/',
        pathNot: ['^server/src/channels/', ...KIND_USERS.map((path) => `^${path}$`)],
      },
      to: { path: '^server/src/channels/[^/]+/' },
    },
    {
      name: 'kinds-do-not-meet',
      severity: 'error',
      from: { path: '^server/src/channels/([^/]+)/' },
      to: { path: '^server/src/channels/[^/]+/', pathNot: '^server/src/channels/$1/' },
    },
    {
      name: 'channels-know-no-business',
      severity: 'error',
      from: { path: '^server/src/channels/', pathNot: TESTS },
      to: { path: '^server/src/(conversation|modules|sync)/' },
    },
    {
      name: 'services-know-no-business',
      comment: 'The clients of services outside speak their protocols, and know nothing of tickets.',
      severity: 'error',
      from: { path: '^server/src/services/', pathNot: TESTS },
      to: { path: '^server/src/(?!services/|platform/)' },
    },
    {
      name: 'sandbox-stands-alone',
      comment: 'A test network that used our own code would prove nothing.',
      severity: 'error',
      from: { path: '^server/sandbox/' },
      to: { path: '^(server/src|shared/src|desktop)/' },
    },
    {
      name: 'product-without-sandbox',
      severity: 'error',
      from: { path: '^(server|desktop|shared)/src/', pathNot: TESTS },
      to: { path: '^server/(sandbox|test|bench)/' },
    },
    {
      name: 'core-without-screen',
      comment: 'The core is a program without a screen; hosts are reached through the seam.',
      severity: 'error',
      from: { path: CORE, pathNot: TESTS },
      to: { path: [DRAWN, '^desktop/src/(bridge/(?!dispatcher\\.ts)|hosts/(?!host\\.ts))'] },
    },
    {
      name: 'core-without-react',
      severity: 'error',
      from: { path: [CORE, '^desktop/src/(bridge|hosts)/'], pathNot: TESTS },
      to: { path: '(^|/)(react|react-dom|react-i18next|@mantine/[^/]+|zustand|wouter)(/|$)' },
    },
    {
      name: 'bridge-carries-anything',
      comment: 'The bridge knows neither of its two ends.',
      severity: 'error',
      from: { path: '^desktop/src/bridge/', pathNot: TESTS },
      to: { path: [CORE, DRAWN] },
    },
    {
      name: 'engine-below-features',
      comment: 'The engine would keep any rows and send any commands.',
      severity: 'error',
      from: { path: '^desktop/src/core/', pathNot: [`^(${FEATURE_USERS.join('|')})$`, TESTS] },
      to: { path: HALF },
    },
    {
      name: 'core-below-its-features',
      comment:
        'What joins the features lies above each of them, and above the engine: core.ts alone reads it.',
      severity: 'error',
      from: { path: CORE, pathNot: ['^desktop/src/core/core\\.ts$', TESTS] },
      to: { path: '^desktop/src/features\\.ts$' },
    },
    {
      name: 'core-halves-keep-their-answers',
      comment: "A feature reads another's rows or asks its helpers; what the screen calls is each one's own.",
      severity: 'error',
      from: { path: HALF, pathNot: TESTS },
      to: {
        path: [
          '^desktop/src/features/[^/]+/handlers\\.ts$',
          '^desktop/src/features/[^/]+/[^/]+-(handlers|notices)\\.ts$',
        ],
        pathNot: '^desktop/src/features/$1/',
      },
    },
    {
      name: 'renderer-through-the-bridge',
      comment: 'A screen reaches the other half of its feature through the bridge too.',
      severity: 'error',
      from: { path: DRAWN, pathNot: TESTS },
      to: {
        path: [CORE, '^desktop/src/(hosts|bridge)/'],
        pathNot: '^desktop/src/bridge/(client|line|ipc|ipc-renderer|websocket-client)\\.ts$',
      },
    },
    {
      name: 'renderer-without-node',
      severity: 'error',
      from: { path: DRAWN, pathNot: TESTS },
      to: { dependencyTypes: NODE },
    },
    {
      name: 'kit-is-below-all',
      comment: 'The toolbox knows nothing of what is made with it: kit < components < features < app.',
      severity: 'error',
      from: { path: '^desktop/src/renderer/kit/' },
      to: { path: ['^desktop/src/renderer/(components|app)/', SCREEN] },
    },
    {
      name: 'components-below-features',
      comment: 'A component would serve any feature.',
      severity: 'error',
      from: { path: '^desktop/src/renderer/components/' },
      to: { path: ['^desktop/src/renderer/app/', SCREEN] },
    },
    {
      name: 'features-below-app',
      comment: 'The frame holds the features; a feature would stand in any frame.',
      severity: 'error',
      from: { path: SCREEN },
      to: { path: '^desktop/src/renderer/app/' },
    },
    {
      name: 'features-do-not-meet',
      comment: "Screens are put together in the frame's list.",
      severity: 'error',
      from: { path: SCREEN },
      to: { path: SCREEN, pathNot: '^desktop/src/features/$1/' },
    },
    {
      name: 'frame-names-features-once',
      comment: 'The frame has room for any feature; one list says which there are.',
      severity: 'error',
      from: { path: '^desktop/src/renderer/(?!kit/|components/)', pathNot: [FEATURE_LISTS, TESTS] },
      to: { path: SCREEN },
    },
    {
      name: 'electron-in-its-host',
      severity: 'error',
      from: { path: '^(shared|server|desktop)/', pathNot: '^desktop/(src/hosts/electron|e2e)/' },
      to: { path: '(^|/)electron(/|$)|electron-store', pathNot: '^desktop/src/hosts/electron/' },
    },
    {
      name: 'chat-script-stands-alone',
      comment:
        'It runs on the pages of others: texts, limits and types of ours, and nothing that needs Node.',
      severity: 'error',
      from: { path: '^server/chat/', pathNot: TESTS },
      to: {
        path: '^(server|desktop|shared)/',
        pathNot:
          '^server/chat/|^shared/src/(features/web-chat|text)/|^shared/src/sync/ephemeral\\.ts$|node_modules/',
      },
    },
    {
      name: 'chat-script-without-node',
      severity: 'error',
      from: { path: '^server/chat/', pathNot: TESTS },
      to: { dependencyTypes: NODE },
    },
    {
      name: 'chat-script-is-shown-by-its-preview',
      comment: 'A page is another program; the console shows what a visitor would see.',
      severity: 'error',
      from: { path: '^(server|desktop|shared)/', pathNot: ['^server/chat/', TESTS] },
      to: { path: '^server/chat/', pathNot: '^server/chat/preview\\.ts$' },
    },
    {
      name: 'tests-stay-out-of-the-product',
      severity: 'error',
      from: { path: '^(shared|server|desktop)/src/', pathNot: TESTS },
      to: { path: '\\.test\\.tsx?$|/testing/', pathNot: 'node_modules/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)dist/' },
    tsPreCompilationDeps: true,
    detectProcessBuiltinModuleCalls: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
    },
  },
};
