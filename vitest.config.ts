import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Half a minute and more; by their size, which is all that Vitest knows of a new clone, some would come last. */
const LONGEST = [
  'server/test/kill-matrix.pg.test.ts',
  'server/test/nemesis/nemesis.pg.test.ts',
  'server/test/faults/repeat.pg.test.ts',
  'desktop/test/verify-action.pg.test.ts',
  'desktop/test/convergence.pg.test.ts',
];

/** Begins with what takes longest, so that at the end no worker is left alone with it. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const index = LONGEST.findIndex((file) => moduleId.endsWith(file));
      return index < 0 ? LONGEST.length : index;
    };
    return (await super.sort(files)).toSorted((a, b) => place(a) - place(b));
  }
}

const project = (name: string, include: string[], more: object = {}) => ({
  test: {
    name,
    include,
    exclude: ['**/node_modules/**', '**/dist/**', ...(name === 'pg' ? [] : ['**/*.pg.test.ts'])],
    env: { TZ: 'UTC' },
    testTimeout: 30_000,
    hookTimeout: 60_000,
    ...more,
  },
});

/** `.test.ts` is pure, `.pg.test.ts` needs PostgreSQL: the suffix tells the cost. */
export default defineConfig({
  test: {
    // Tests wait as much as they work: for databases, programs and each other. Two would leave a quarter of two cores idle.
    maxWorkers: Math.max(3, availableParallelism() - 1),
    sequence: { sequencer: LongestFirst },
    projects: [
      project('shared', ['shared/src/**/*.test.ts']),
      project('server', ['server/src/**/*.test.ts', 'server/test/**/*.test.ts']),
      project('pg', ['server/**/*.pg.test.ts', 'desktop/test/**/*.pg.test.ts'], {
        globalSetup: ['server/test/global-setup.ts'],
        testTimeout: 60_000,
      }),
      project('sandbox', ['server/sandbox/test/**/*.test.ts']),
      project('desktop', ['desktop/src/**/*.test.ts', 'desktop/src/**/*.test.tsx']),
      project('scripts', ['.scripts/test/**/*.test.ts']),
    ],
  },
});
