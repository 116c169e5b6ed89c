import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

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
    // Tests wait more than they work: for databases, programs and each other. Vitest would leave one of two cores idle.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      project('shared', ['shared/src/**/*.test.ts']),
      project('server', ['server/src/**/*.test.ts', 'server/test/**/*.test.ts']),
      project('pg', ['server/**/*.pg.test.ts', 'desktop/test/**/*.pg.test.ts'], {
        globalSetup: ['server/test/global-setup.ts'],
        testTimeout: 60_000,
      }),
      // One simulated network after the other: they are noisy neighbours on two cores.
      project('sandbox', ['server/sandbox/test/**/*.test.ts'], { fileParallelism: false }),
      project('desktop', ['desktop/src/**/*.test.ts', 'desktop/src/**/*.test.tsx']),
      project('scripts', ['.scripts/test/**/*.test.ts']),
    ],
  },
});
