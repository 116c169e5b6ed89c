import type { Result } from './steps.ts';
import type { TestCounts } from './test-counts.ts';

/** A test that may stay out of a run, and why; every other skipped test fails the run. */
export interface AllowedSkip {
  test: RegExp;
  reason: string;
}

/** A test in a thousand may stumble over a busy machine, and two in few; more is a fault of ours. */
export const unsteadyAllowed = (tests: number): number => Math.max(2, Math.round(tests / 1000));

/** Whoever adds a test sees what it costs beside the others. */
const SLOWEST_SHOWN = 10;

/** The lines that end a run; the last is `N passed, N failed`, alone, because CI reads it. */
export function summarise(
  results: Result[],
  allowedSkips: AllowedSkip[],
  drawn: readonly string[] = [],
): { lines: string[]; failed: number } {
  const counts = results.flatMap((result) => (result.counts ? [result.counts] : []));
  const skipped = counts.flatMap((count) => count.skipped);
  const unsteady = counts.flatMap((count) => count.unsteady);
  const reasonFor = (test: string) => allowedSkips.find((allowed) => allowed.test.test(test))?.reason;
  const passed = counts.reduce((total, count) => total + count.passed, 0);
  const failed =
    counts.reduce((total, count) => total + count.failed, 0) +
    // A check that failed without a failed test counts as one, so that the last line never claims success over it.
    results.filter((result) => !result.ok && !result.counts?.failed).length +
    skipped.filter((test) => reasonFor(test) === undefined).length +
    Math.max(0, unsteady.length - unsteadyAllowed(passed));
  return {
    failed,
    lines: [
      ...results.map(
        ({ name, ok, seconds, problem }) =>
          `${ok ? 'ok    ' : 'FAILED'} ${name} (${seconds.toFixed(1)} s)${problem ? `: ${problem}` : ''}`,
      ),
      ...counts.flatMap((count) => count.failures).map((test) => `FAILED: ${test}`),
      ...skipped.map((test) => {
        const reason = reasonFor(test);
        return reason ? `skipped: ${test} — ${reason}` : `FAILED: skipped without a reason: ${test}`;
      }),
      ...unsteady.map((test) => `unsteady: passed only when repeated: ${test}`),
      ...(drawn.length > 0 ? ['', ...drawn] : []),
      ...slowest(counts),
      '',
      `${passed} passed, ${failed} failed`,
    ],
  };
}

function slowest(counts: TestCounts[]): string[] {
  const files = counts.flatMap((count) => count.files).toSorted((a, b) => b.seconds - a.seconds);
  if (files.length === 0) return [];
  const rows = files
    .slice(0, SLOWEST_SHOWN)
    .map(({ file, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${file}`);
  return ['', 'slowest files:', ...rows];
}
