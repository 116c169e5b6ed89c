import { z } from 'zod';

/** How many tests a runner ran; `skipped` are the full names of those it left out. */
export interface TestCounts {
  passed: number;
  failed: number;
  skipped: string[];
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
  return { passed: report.numPassedTests, failed: report.numFailedTests + broken.length, skipped: left };
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
  const skippedIn = (suite: PlaywrightSuite): string[] => [
    ...suite.specs
      .filter((spec) => spec.tests.some((test) => test.status === 'skipped'))
      .map((spec) => spec.title),
    ...(suite.suites ?? []).flatMap(skippedIn),
  ];
  // A test that passed only at the second attempt has shown a fault.
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
    skipped: suites.flatMap(skippedIn),
  };
}
