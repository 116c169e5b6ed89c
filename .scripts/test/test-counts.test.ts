import { expect, it } from 'vitest';
import { playwrightCounts, vitestCounts, vitestFailedFiles } from '../test-counts.ts';

const tests = (statuses: Record<string, string>) =>
  Object.entries(statuses).map(([fullName, status]) => ({
    fullName,
    status,
    failureMessages: status === 'failed' ? ['no\n  at line 3'] : [],
  }));
const times = { startTime: 1_000, endTime: 3_500 };
const broken = {
  ...times,
  name: 'broken.ts',
  status: 'failed',
  message: 'no such module',
  assertionResults: [],
};
const failed = {
  ...times,
  name: 'failed.ts',
  status: 'failed',
  message: '',
  assertionResults: tests({ a: 'passed', b: 'passed', c: 'failed', d: 'skipped' }),
};

it('counts a file that did not load as a failure, and names what failed and what was left out', () => {
  expect(vitestCounts({ testResults: [failed, broken] })).toEqual({
    passed: 2,
    failed: 2,
    failures: ['c: no', 'broken.ts: no such module'],
    skipped: ['d'],
    unsteady: [],
    files: [
      { file: 'failed.ts', seconds: 2.5 },
      { file: 'broken.ts', seconds: 2.5 },
    ],
  });
});

it('takes a file that was repeated as it was then, and names what it had failed', () => {
  const report = { testResults: [failed, { ...broken, name: 'other.ts', status: 'passed' }] };
  expect(vitestFailedFiles(report)).toEqual(['failed.ts']);
  const repeated = (statuses: Record<string, string>, status: string) =>
    vitestCounts(report, { testResults: [{ ...failed, status, assertionResults: tests(statuses) }] });
  expect(repeated({ a: 'passed', b: 'passed', c: 'passed' }, 'passed')).toMatchObject({
    passed: 3,
    failed: 0,
    failures: [],
    skipped: [],
    unsteady: ['c: no'],
  });
  expect(repeated({ a: 'failed', b: 'passed', c: 'passed' }, 'failed')).toMatchObject({
    passed: 2,
    failed: 1,
    failures: ['a: no'],
    unsteady: [],
  });
});

const test = (status: string, ...durations: number[]) => ({
  status,
  results: durations.map((duration) => ({ duration })),
});

it('names a journey that passed only when repeated', () => {
  expect(
    playwrightCounts({
      stats: { expected: 3, unexpected: 0, flaky: 1 },
      errors: [],
      suites: [
        {
          title: 'file',
          specs: [{ title: 'a stumble', tests: [test('flaky', 1_000, 500)] }],
          suites: [{ title: 'group', specs: [{ title: 'real Electron', tests: [test('skipped', 0)] }] }],
        },
      ],
    }),
  ).toEqual({
    passed: 4,
    failed: 0,
    failures: [],
    skipped: ['real Electron'],
    unsteady: ['a stumble'],
    files: [{ file: 'desktop/e2e/file', seconds: 1.5 }],
  });
});
