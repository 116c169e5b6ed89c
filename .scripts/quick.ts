// `pnpm quick [commit]`: lint, types and the tests that a change since that commit touches, in about a minute.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { ensureChromium } from './chromium.ts';
import { checksFor, journeysFor, postgresTestsFor } from './quick-table.ts';
import { testSeed } from './seed.ts';
import { endStepsWithProcess, runStep, type Step } from './steps.ts';

const since = process.argv[2] ?? 'HEAD';
const git = (...args: string[]) => execFileSync('git', args).toString().split('\n').filter(Boolean);
const changed = [
  ...new Set([...git('diff', '--name-only', since), ...git('ls-files', '--others', '--exclude-standard')]),
];

endStepsWithProcess();
process.env.PATH = [join(process.cwd(), 'node_modules/.bin'), process.env.PATH].join(delimiter);
process.env.SEED = String(testSeed());
process.env.NODE_COMPILE_CACHE ??= join(process.cwd(), 'node_modules/.cache/compiled');

const postgresTests = postgresTestsFor(changed).filter((path) => existsSync(path));
const journeys = journeysFor(changed);
const checks = checksFor(changed.filter((path) => existsSync(path)));
const tests: Step[] = [
  {
    // Vitest notes what each test file loads; almost every one with a database loads the whole API, so those go by folder.
    name: `tests that load what changed since ${since}`,
    command: ['vitest', 'run', `--changed=${since}`, '--passWithNoTests', '--project=!pg*'],
  },
];
if (postgresTests.length > 0)
  tests.push({
    name: `PostgreSQL: ${postgresTests.join(', ')}`,
    command: ['vitest', 'run', '--project=pg*', '--passWithNoTests', ...postgresTests],
  });
if (journeys.length > 0) {
  process.env.CHROMIUM_PATH = await ensureChromium();
  const inDesktop = 'pnpm --silent --filter @balcao/desktop';
  tests.push({
    name: `journeys: ${journeys.join(', ')}`,
    // The page is built while the worlds are made.
    command: ['sh', '-c', `${inDesktop} e2e ${journeys.join(' ')}`],
    env: { BALCAO_BUILD: '1' },
  });
}

const results = await Promise.all([...tests, ...checks].map((step) => runStep({ ...step, atTheEnd: true })));
process.stdout.write('\n');
for (const { name, ok, seconds } of results)
  process.stdout.write(`${ok ? 'ok    ' : 'FAILED'} ${name} (${seconds.toFixed(1)} s)\n`);
process.exit(results.every(({ ok }) => ok) ? 0 : 1);
