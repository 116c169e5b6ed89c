// Who may import whom. Every rule is proven by a planted violation in .scripts/test/boundaries.test.ts.
const TESTS = '\\.test\\.tsx?$|/(test|testing|e2e|bench)/';
const NODE = ['core'];

/** Rows and their words, what follows from them, the feed and its commands, contracts, the console's bridge. */
const SHARED_ROOMS = ['model', 'domain', 'sync', 'api', 'bridge'];
const SHARED_ROOMS_ABOVE = SHARED_ROOMS.slice(0, -1).map((room, index) => ({
  name: `shared-${room}-below`,
  comment: `From below: ${SHARED_ROOMS.join(', ')}.`,
  severity: 'error',
  from: { path: `^shared/src/${room}/`, pathNot: TESTS },
  to: { path: `^shared/src/(${SHARED_ROOMS.slice(index + 1).join('|')})/` },
}));

/** Who imports the WhatsApp channel from outside. The list may only become shorter. */
export const KIND_USERS = ['server/src/sessions.ts'];

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
      comment: 'Import the file that has it.',
      severity: 'error',
      from: {},
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
    ...SHARED_ROOMS_ABOVE,
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
      to: { path: '^server/src/((channels|conversation)/|(app|commands|main|sessions)\\.ts)' },
    },
    {
      name: 'parts-in-their-place',
      comment:
        'Only the file that joins a module to the application sees all parts; the others name what they need.',
      severity: 'error',
      from: {
        path: '^server/src/',
        pathNot: `^server/src/((app|commands|main)\\.ts|modules/.*\\.module\\.ts)|${TESTS}`,
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
      from: { path: '^desktop/src/core/', pathNot: TESTS },
      to: {
        path: '^desktop/src/(renderer/|bridge/(?!dispatcher\\.ts)|hosts/(?!host\\.ts))',
      },
    },
    {
      name: 'core-without-react',
      severity: 'error',
      from: { path: '^desktop/src/(core|bridge|hosts)/', pathNot: TESTS },
      to: { path: '(^|/)(react|react-dom|react-i18next|@mantine/[^/]+|zustand|wouter)(/|$)' },
    },
    {
      name: 'bridge-carries-anything',
      comment: 'The bridge knows neither of its two ends.',
      severity: 'error',
      from: { path: '^desktop/src/bridge/', pathNot: TESTS },
      to: { path: '^desktop/src/(core|renderer)/' },
    },
    {
      name: 'renderer-through-the-bridge',
      severity: 'error',
      from: { path: '^desktop/src/renderer/', pathNot: TESTS },
      to: {
        path: '^desktop/src/(core|hosts|bridge)/',
        pathNot: '^desktop/src/bridge/(client|line|ipc|ipc-renderer|websocket-client)\\.ts$',
      },
    },
    {
      name: 'renderer-without-node',
      severity: 'error',
      from: { path: '^desktop/src/renderer/', pathNot: TESTS },
      to: { dependencyTypes: NODE },
    },
    {
      name: 'kit-is-below-all',
      comment: 'The toolbox knows nothing of what is made with it: kit < components < features < app.',
      severity: 'error',
      from: { path: '^desktop/src/renderer/kit/' },
      to: { path: '^desktop/src/renderer/(components|features|app)/' },
    },
    {
      name: 'components-below-features',
      comment: 'A component would serve any feature.',
      severity: 'error',
      from: { path: '^desktop/src/renderer/components/' },
      to: { path: '^desktop/src/renderer/(features|app)/' },
    },
    {
      name: 'features-below-app',
      comment: 'The frame holds the features; a feature would stand in any frame.',
      severity: 'error',
      from: { path: '^desktop/src/renderer/features/' },
      to: { path: '^desktop/src/renderer/app/' },
    },
    {
      name: 'features-do-not-meet',
      comment: 'Features are put together in app/.',
      severity: 'error',
      from: { path: '^desktop/src/renderer/features/([^/]+)/' },
      to: { path: '^desktop/src/renderer/features/', pathNot: '^desktop/src/renderer/features/$1/' },
    },
    {
      name: 'electron-in-its-host',
      severity: 'error',
      from: { path: '^(shared|server|desktop)/', pathNot: '^desktop/(src/hosts/electron|e2e)/' },
      to: { path: '(^|/)electron(/|$)|electron-store', pathNot: '^desktop/src/hosts/electron/' },
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
