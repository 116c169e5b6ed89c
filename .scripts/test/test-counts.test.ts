import { expect, it } from 'vitest';
import { playwrightCounts, vitestCounts } from '../test-counts.ts';

it('counts a file that did not load as a failure, and names what was left out', () => {
  expect(
    vitestCounts({
      numPassedTests: 2,
      numFailedTests: 1,
      numFailedTestSuites: 2,
      testResults: [
        {
          status: 'failed',
          assertionResults: [
            { fullName: 'a', status: 'passed' },
            { fullName: 'b', status: 'passed' },
            { fullName: 'c', status: 'failed' },
            { fullName: 'd', status: 'skipped' },
          ],
        },
        { status: 'failed', assertionResults: [] },
      ],
    }),
  ).toEqual({ passed: 2, failed: 2, skipped: ['d'], unsteady: [] });
});

it('names a journey that passed only when repeated', () => {
  expect(
    playwrightCounts({
      stats: { expected: 3, unexpected: 0, flaky: 1 },
      errors: [],
      suites: [
        {
          title: 'file',
          specs: [{ title: 'a stumble', tests: [{ status: 'flaky' }] }],
          suites: [{ title: 'group', specs: [{ title: 'real Electron', tests: [{ status: 'skipped' }] }] }],
        },
      ],
    }),
  ).toEqual({ passed: 4, failed: 0, skipped: ['real Electron'], unsteady: ['a stumble'] });
});
