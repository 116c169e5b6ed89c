import { z } from 'zod';

/** How many tests a runner ran; `skipped` are the full names of those it left out. */
export interface TestCounts {
  passed: number;
  failed: number;
  skipped: string[];
  /** Full names of those that failed and passed when repeated in a fresh world. */
  unsteady: string[];
}

const vitestJson = z.object({
  numPassedTests: z.int(),
  numFailedTests: z.int(),
  /** Files that did not even load count as failures. */
  numFailedTestSuites: z.int(),
  testResults: z.array(
    z.object({
      status: z.string(),
      assertionResults: z.array(z.object({ fullName: z.string(), status: z.string() })),
    }),
  ),
});

export function vitestCounts(json: unknown): TestCounts {
  const report = vitestJson.parse(json);
  const broken = report.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.length === 0,
  );
  const left = report.testResults.flatMap((file) =>
    file.assertionResults
      .filter((test) => !['passed', 'failed'].includes(test.status))
      .map((test) => test.fullName),
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    skipped: left,
    unsteady: [],
  };
}

interface PlaywrightSuite {
  title: string;
  suites?: PlaywrightSuite[] | undefined;
  specs: { title: string; tests: { status: string }[] }[];
}
const playwrightSuite: z.ZodType<PlaywrightSuite> = z.lazy(() =>
  z.object({
    title: z.string(),
    suites: z.array(playwrightSuite).optional(),
    specs: z.array(z.object({ title: z.string(), tests: z.array(z.object({ status: z.string() })) })),
  }),
);
const playwrightJson = z.object({
  stats: z.object({ expected: z.int(), unexpected: z.int(), flaky: z.int() }),
  suites: z.array(playwrightSuite),
  errors: z.array(z.unknown()),
});

export function playwrightCounts(json: unknown): TestCounts {
  const { stats, suites, errors } = playwrightJson.parse(json);
  const named = (status: string, suite: PlaywrightSuite): string[] => [
    ...suite.specs
      .filter((spec) => spec.tests.some((test) => test.status === status))
      .map(({ title }) => title),
    ...(suite.suites ?? []).flatMap((inner) => named(status, inner)),
  ];
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + errors.length,
    skipped: suites.flatMap((suite) => named('skipped', suite)),
    unsteady: suites.flatMap((suite) => named('flaky', suite)),
  };
}
