// `npm test`: everything that must hold before anything lands. Ends with one plain line of counts.
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { ensureChromium } from './chromium.ts';
import { drawnLines } from './drawn.ts';
import { testSeed } from './seed.ts';
import { endStepsWithProcess, heading, type Result, runStep, type Step } from './steps.ts';
import { summarise, unsteadyAllowed } from './summary.ts';
import { ensureServers } from './system-packages.ts';
import { playwrightCounts, type TestCounts, vitestCounts, vitestFailedFiles } from './test-counts.ts';

const reports = mkdtempSync(join(tmpdir(), 'balcao-reports-'));
const vitestReport = join(reports, 'vitest.json');
const playwrightReport = join(reports, 'playwright.json');
const drawn = join(reports, 'drawn.jsonl');

const CHECKS: Step[] = [
  { name: 'lint', command: ['biome', 'check', '--error-on-warnings', '.'] },
  { name: 'types', command: ['pnpm', '--silent', 'types'] },
  { name: 'boundaries', command: ['pnpm', '--silent', 'boundaries'] },
  { name: 'dead code', command: ['knip'] },
  { name: 'texts', command: ['node', '.scripts/check-i18n.ts'] },
  { name: 'references', command: ['node', '.scripts/check-references.ts'] },
  { name: 'schema', command: ['node', '.scripts/check-schema.ts'] },
];
const BUILD: Step = { name: 'build', command: ['pnpm', '--silent', 'build'] };
const unit = (report: string, read: (json: unknown) => TestCounts, files: string[] = []): Step => ({
  name: 'unit, PostgreSQL, core and sandbox',
  command: [
    ...['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
    ...files,
  ],
  report: { file: report, read },
});
const E2E: Step = {
  name: 'browser journeys',
  command: ['pnpm', '--silent', '--filter', '@balcao/desktop', 'e2e'],
  env: { PLAYWRIGHT_JSON_OUTPUT_FILE: playwrightReport },
  report: { file: playwrightReport, read: playwrightCounts },
};

/** Why a test may stay out of a run; everything else that is skipped fails it. */
const ALLOWED_SKIPS = [
  {
    test: /real Electron/,
    reason: "Electron's binary is not installed here (it is never downloaded by an install)",
  },
  {
    test: /^L[78]: /,
    reason: 'there is no history here, or no commit in it whose migrations are all part of these',
  },
];

async function run(step: Step): Promise<Result> {
  process.stdout.write(heading(step));
  return runStep(step);
}

/** Without a program of the system the run fails with its reason in the summary, and still ends with the counts. */
async function systemPrograms(): Promise<Result> {
  const started = performance.now();
  const done = (problem?: string) => ({
    name: 'Chromium and the servers of others',
    ok: problem === undefined,
    seconds: (performance.now() - started) / 1000,
    ...(problem === undefined ? {} : { problem }),
  });
  try {
    process.env.CHROMIUM_PATH = await ensureChromium();
    await ensureServers();
    return done();
  } catch (error) {
    return done(error instanceof Error ? error.message : String(error));
  }
}

/** Files that fail run a second time, as journeys do: the summary names every test that needed it. */
async function units(): Promise<Result> {
  const first = await run(unit(vitestReport, vitestCounts));
  if (first.ok || !existsSync(vitestReport)) return first;
  const report: unknown = JSON.parse(readFileSync(vitestReport, 'utf8'));
  const files = vitestFailedFiles(report);
  if (files.length === 0 || files.length > unsteadyAllowed(vitestCounts(report).passed)) return first;
  const second = await run(unit(join(reports, 'repeated.json'), (json) => vitestCounts(report, json), files));
  return { ...second, seconds: first.seconds + second.seconds };
}

endStepsWithProcess();
process.env.PATH = [join(process.cwd(), 'node_modules/.bin'), process.env.PATH].join(delimiter);
process.env.SEED = String(testSeed());
// The tests start our programs some hundred times, and compiling is half of a start.
process.env.NODE_COMPILE_CACHE ??= join(process.cwd(), 'node_modules/.cache/compiled');
process.env.BALCAO_DRAWN = drawn;
process.stdout.write(`SEED=${process.env.SEED} draws the samples of this run.\n`);
// None of these needs another's result, and each waits for files or a download now and then.
const results = await Promise.all([
  systemPrograms(),
  ...[...CHECKS, BUILD].map((step) => runStep({ ...step, atTheEnd: true })),
]);
results.push(await units());
results.push(await run(E2E));
const { lines, failed } = summarise(results, ALLOWED_SKIPS, drawnLines(drawn));
process.stdout.write(`\n── summary ──\n${lines.join('\n')}\n`);
process.exit(failed === 0 ? 0 : 1);
