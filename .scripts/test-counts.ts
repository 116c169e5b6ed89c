import { relative } from 'node:path';
import { z } from 'zod';

/** How many tests a runner ran; `skipped` are the full names of those it left out. */
export interface TestCounts {
  passed: number;
  failed: number;
  /** What failed, a line each. */
  failures: string[];
  skipped: string[];
  /** Those that failed and passed when repeated in a fresh world. */
  unsteady: string[];
  /** How long each file took, with its own preparations. */
  files: FileTime[];
}

export interface FileTime {
  file: string;
  seconds: number;
}

const vitestJson = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string(),
      startTime: z.number(),
      endTime: z.number(),
      assertionResults: z.array(
        z.object({
          fullName: z.string(),
          status: z.string(),
          failureMessages: z.array(z.string()).nullish(),
        }),
      ),
    }),
  ),
});
type VitestFile = z.infer<typeof vitestJson>['testResults'][number];

/** @param repeated report of a second run of the files that failed: it counts in their place */
export function vitestCounts(json: unknown, repeated: unknown = { testResults: [] }): TestCounts {
  const again = new Map(vitestJson.parse(repeated).testResults.map((file) => [file.name, file]));
  const first = vitestJson.parse(json).testResults;
  const files = first.map((file) => again.get(file.name) ?? file);
  const failures = files.flatMap(failuresOf);
  const named = (...statuses: string[]) =>
    files
      .flatMap((file) => file.assertionResults)
      .flatMap(({ fullName, status }) => (statuses.includes(status) ? [fullName] : []));
  return {
    passed: named('passed').length,
    failed: failures.length,
    failures,
    skipped: named('skipped', 'pending', 'todo', 'disabled'),
    unsteady: first.filter((file) => again.get(file.name)?.status === 'passed').flatMap(failuresOf),
    files: first.map(({ name, startTime, endTime }) => ({
      file: relative(process.cwd(), name),
      seconds: (endTime - startTime) / 1000,
    })),
  };
}

/** Files that did not pass, by path. */
export const vitestFailedFiles = (json: unknown): string[] =>
  vitestJson.parse(json).testResults.flatMap(({ name, status }) => (status === 'passed' ? [] : [name]));

/** A file that fails outside of its tests, or does not even load, counts as one. */
function failuresOf({ name, status, message, assertionResults }: VitestFile): string[] {
  const failed = assertionResults.filter((test) => test.status === 'failed');
  if (failed.length === 0 && status !== 'passed') return [failure(name, message)];
  return failed.map((test) => failure(test.fullName, test.failureMessages?.[0]));
}

const failure = (test: string, why = '') => `${test}: ${why.split('\n', 1)}`;

interface PlaywrightSuite {
  title: string;
  suites?: PlaywrightSuite[] | undefined;
  specs: { title: string; tests: { status: string; results: { duration: number }[] }[] }[];
}
const playwrightSuite: z.ZodType<PlaywrightSuite> = z.lazy(() =>
  z.object({
    title: z.string(),
    suites: z.array(playwrightSuite).optional(),
    specs: z.array(
      z.object({
        title: z.string(),
        tests: z.array(
          z.object({ status: z.string(), results: z.array(z.object({ duration: z.number() })) }),
        ),
      }),
    ),
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
    failures: suites.flatMap((suite) => named('unexpected', suite)),
    skipped: suites.flatMap((suite) => named('skipped', suite)),
    unsteady: suites.flatMap((suite) => named('flaky', suite)),
    files: suites.map((suite) => ({ file: `desktop/e2e/${suite.title}`, seconds: secondsOf(suite) })),
  };
}

const secondsOf = ({ specs, suites = [] }: PlaywrightSuite): number =>
  specs
    .flatMap(({ tests }) => tests.flatMap(({ results }) => results))
    .reduce((total, { duration }) => total + duration / 1000, 0) +
  suites.reduce((total, inner) => total + secondsOf(inner), 0);
