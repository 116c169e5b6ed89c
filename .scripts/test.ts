// `npm test`: everything that must hold before anything lands. Ends with one plain line of counts.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureChromium } from './chromium.ts';
import { playwrightCounts, type TestCounts, vitestCounts } from './test-counts.ts';

interface Step {
  name: string;
  command: string[];
  env?: Record<string, string>;
  /** Where the step's test runner writes its JSON report, and how to read it. */
  report?: { file: string; read(json: unknown): TestCounts };
}

const reports = mkdtempSync(join(tmpdir(), 'balcao-reports-'));
const vitestReport = join(reports, 'vitest.json');
const playwrightReport = join(reports, 'playwright.json');

const CHECKS: Step[] = [
  { name: 'lint', command: ['biome', 'check', '--error-on-warnings', '.'] },
  { name: 'types', command: ['pnpm', '--silent', 'types'] },
  { name: 'boundaries', command: ['pnpm', '--silent', 'boundaries'] },
  { name: 'dead code', command: ['knip'] },
  { name: 'texts', command: ['node', '.scripts/check-i18n.ts'] },
];
const BUILD: Step = { name: 'build', command: ['pnpm', '--silent', '--filter', '@balcao/desktop', 'build'] };
const UNIT: Step = {
  name: 'unit, PostgreSQL, core and sandbox',
  command: ['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${vitestReport}`],
  report: { file: vitestReport, read: vitestCounts },
};
const E2E: Step = {
  name: 'browser journeys',
  command: ['pnpm', '--silent', '--filter', '@balcao/desktop', 'e2e'],
  env: { PLAYWRIGHT_JSON_OUTPUT_FILE: playwrightReport },
  report: { file: playwrightReport, read: playwrightCounts },
};

interface Result {
  name: string;
  ok: boolean;
  seconds: number;
  counts?: TestCounts;
}

function run(step: Step): Promise<Result> {
  const started = performance.now();
  process.stdout.write(`\n── ${step.name} ──\n`);
  const [command = '', ...args] = step.command;
  const child = spawn(command, args, { stdio: 'inherit', env: { ...process.env, ...step.env } });
  return new Promise((resolve) => {
    const finish = (ok: boolean) => {
      const seconds = (performance.now() - started) / 1000;
      const counts = step.report && readCounts(step.report);
      const counted = step.report === undefined || (counts !== undefined && counts.passed > 0);
      resolve({ name: step.name, ok: ok && counted, seconds, ...(counts ? { counts } : {}) });
    };
    child.on('error', () => finish(false));
    child.on('exit', (code) => finish(code === 0));
  });
}

function readCounts(report: NonNullable<Step['report']>): TestCounts | undefined {
  if (!existsSync(report.file)) return undefined;
  return report.read(JSON.parse(readFileSync(report.file, 'utf8')));
}

/** Why a test may stay out of a run; everything else that is skipped fails it. */
const ALLOWED_SKIPS = [
  {
    test: /real Electron/,
    reason: "Electron's binary is not installed here (it is never downloaded by an install)",
  },
];

async function main(): Promise<number> {
  process.env.PATH = `${join(process.cwd(), 'node_modules/.bin')}:${process.env.PATH}`;
  const results: Result[] = [];
  for (const step of [...CHECKS, UNIT, BUILD]) results.push(await run(step));
  process.env.CHROMIUM_PATH = await ensureChromium();
  results.push(await run(E2E));
  return summarise(results);
}

function summarise(results: Result[]): number {
  process.stdout.write('\n── summary ──\n');
  for (const { name, ok, seconds } of results)
    process.stdout.write(`${ok ? 'ok    ' : 'FAILED'} ${name} (${seconds.toFixed(1)} s)\n`);
  const all = results.flatMap((result) => (result.counts ? [result.counts] : []));
  const sum = (pick: (counts: TestCounts) => number) =>
    all.reduce((total, counts) => total + pick(counts), 0);
  const skipped = all.flatMap((counts) => counts.skipped);
  const unexplained = skipped.filter((test) => !ALLOWED_SKIPS.some((allowed) => allowed.test.test(test)));
  for (const test of skipped) {
    const allowed = ALLOWED_SKIPS.find((entry) => entry.test.test(test));
    process.stdout.write(
      `${allowed ? 'skipped' : 'FAILED: skipped without a reason'}: ${test}${allowed ? ` — ${allowed.reason}` : ''}\n`,
    );
  }
  // A check that failed counts as one failure, so that the last line never claims success over it.
  const checks = results.filter((result) => !result.ok && (result.counts?.failed ?? 0) === 0).length;
  const failed = sum((counts) => counts.failed) + checks + unexplained.length;
  process.stdout.write(`\n${sum((counts) => counts.passed)} passed, ${failed} failed\n`);
  return failed === 0 ? 0 : 1;
}

process.exit(await main());
