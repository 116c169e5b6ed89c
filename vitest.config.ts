import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { testSeed } from './.scripts/seed.ts';
import { makeTestFolder } from './.scripts/test-folder.ts';

// Workers inherit these, and so do the programs that they start.
process.env.TZ = 'UTC';
process.env.SEED ??= String(testSeed());
process.env.TMPDIR = makeTestFolder();

/** What takes longest begins, so that at the end no worker is left alone with it; Vitest knows nothing of a new clone. */
const LONGEST = [
  'server/test/faults/databases.pg.test.ts',
  'server/src/channels/contract.pg.test.ts',
  'server/test/probe.pg.test.ts',
  'server/test/faults/lines.pg.test.ts',
  'server/test/faults/backups.pg.test.ts',
  '.scripts/test/new-resource.test.ts',
  'server/src/backup/wishes/wishes.pg.test.ts',
  'server/src/main.pg.test.ts',
  'server/test/faults/failover.pg.test.ts',
  'server/test/faults/postgres.pg.test.ts',
  'server/test/bad-routes.pg.test.ts',
  'server/test/kill-matrix.pg.test.ts',
  'server/test/nemesis/nemesis.pg.test.ts',
  'server/src/modules/imports/spreadsheets.pg.test.ts',
  'server/src/channels/whatsapp/hazards.pg.test.ts',
  'server/test/faults/rolling.pg.test.ts',
  'server/test/faults/machines.pg.test.ts',
  'server/test/faults/sending-api.pg.test.ts',
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const index = LONGEST.findIndex((file) => moduleId.endsWith(file));
      return index < 0 ? LONGEST.length : index;
    };
    return (await super.sort(files)).toSorted((a, b) => place(a) - place(b));
  }
}

/** Node runs our sources as they are, and keeps what it compiled: Vite need not transform them. */
const NATIVE = { experimental: { viteModuleRunner: false, nodeLoader: false } };

const POSTGRES = { ...NATIVE, globalSetup: ['server/test/global-setup.ts'], testTimeout: 120_000 };
/** A clock that was a day ahead leaves ids of tomorrow behind, for as long as its process lives. */
const SETS_THE_CLOCK = ['server/test/faults/computers.pg.test.ts'];
const NOT_OURS = ['**/node_modules/**', '**/dist/**'];

const project = (name: string, include: string[], more: object = {}) => ({
  test: {
    name,
    include,
    exclude: [...NOT_OURS, ...(name.startsWith('pg') ? [] : ['**/*.pg.test.ts'])],
    testTimeout: 30_000,
    // A machine that is busy with other things is three times as slow; no limit here tells anything of the product.
    hookTimeout: 180_000,
    isolate: false,
    ...more,
  },
});

/** `.test.ts` is pure, `.pg.test.ts` needs PostgreSQL: the suffix tells the cost. */
export default defineConfig({
  test: {
    // Tests wait as much as they work: for databases, programs and each other. Three left a tenth of two cores idle.
    maxWorkers: Math.min(8, availableParallelism() + 2),
    sequence: { sequencer: LongestFirst },
    experimental: { recordDependencies: true },
    expect: { poll: { timeout: 30_000 } },
    projects: [
      project('pg', ['server/**/*.pg.test.ts', 'desktop/test/**/*.pg.test.ts'], {
        ...POSTGRES,
        exclude: [...NOT_OURS, ...SETS_THE_CLOCK],
      }),
      project('pg-alone', SETS_THE_CLOCK, { ...POSTGRES, isolate: true }),
      project('shared', ['shared/src/**/*.test.ts'], NATIVE),
      project('server', ['server/{src,chat,test,bench,packaging}/**/*.test.ts'], NATIVE),
      project('sandbox', ['server/sandbox/test/**/*.test.ts'], NATIVE),
      project(
        'core',
        ['desktop/src/{core,bridge,hosts}/**/*.test.ts', 'desktop/src/features/*/*.test.ts'],
        NATIVE,
      ),
      project('scripts', ['.scripts/test/**/*.test.ts'], NATIVE),
      // The page is what Vite makes of it.
      project('page', [
        'desktop/src/renderer/**/*.test.{ts,tsx}',
        'desktop/src/features/*/screen/**/*.test.{ts,tsx}',
      ]),
    ],
  },
});
