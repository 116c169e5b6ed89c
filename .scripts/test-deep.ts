// `pnpm test:deep`: the long proofs whole, of which `npm test` runs a sample. When all hold, the result is written down.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { ensureChromium } from './chromium.ts';
import { testSeed } from './seed.ts';
import { endStepsWithProcess, heading, runStep, type Step } from './steps.ts';
import { ensureCeph, ensureServers } from './system-packages.ts';

const NOTE = 'server/test/README.md';
const LAST_RUN = /^Last whole run: .*$/m;

const LONG_PROOFS = [
  'server/test/kill-matrix.pg.test.ts',
  'server/test/nemesis/nemesis.pg.test.ts',
  'server/test/faults/repeat.pg.test.ts',
  'server/test/idempotency.pg.test.ts',
  'server/test/faults/lines.pg.test.ts',
  'server/test/faults/campaigns.pg.test.ts',
  'server/test/faults/failover.pg.test.ts',
  'server/test/faults/backups.pg.test.ts',
  'server/test/faults/databases.pg.test.ts',
  'server/test/faults/machines.pg.test.ts',
  'server/test/watched/watched.pg.test.ts',
  'server/test/bad-input.pg.test.ts',
  'server/src/modules/invoices/invoice-life.pg.test.ts',
  'server/src/platform/storage/contract.test.ts',
  'server/src/platform/storage/s3/faults.test.ts',
  'server/src/sync/convergence.pg.test.ts',
  'server/src/sync/hostile-frames.pg.test.ts',
  'desktop/test/convergence.pg.test.ts',
  'desktop/test/verify-commands.pg.test.ts',
  'desktop/test/verify-events.pg.test.ts',
  'desktop/test/verify-causes.pg.test.ts',
  'desktop/src/core/store/crash.test.ts',
  '.scripts/test/new-resource.test.ts',
];
const inDesktop = 'pnpm --silent --filter @balcao/desktop';
const STEPS: Step[] = [
  { name: 'long proofs', command: ['vitest', 'run', ...LONG_PROOFS], env: { DEEP: '1' } },
  {
    name: 'journeys in every look, and with all messages',
    command: ['sh', '-c', `${inDesktop} build && ${inDesktop} e2e`],
    env: { DEEP: '1' },
  },
  {
    name: 'journeys through several API processes',
    command: ['sh', '-c', `${inDesktop} e2e`],
    env: { BALANCED: '1' },
  },
  { name: 'the package on fresh roots of Debian', command: ['pnpm', '--silent', 'test:package'] },
  { name: 'every benchmark, in small', command: ['pnpm', '--silent', 'bench', '--quick'] },
  { name: 'random faults for two minutes', command: ['pnpm', '--silent', 'soak', '--seconds', '120'] },
  {
    name: 'machines that are lost at random for ten minutes',
    command: ['pnpm', '--silent', 'soak', '--machines', '--seconds', '600'],
  },
];

endStepsWithProcess();
process.env.PATH = [join(process.cwd(), 'node_modules/.bin'), process.env.PATH].join(delimiter);
process.env.NODE_COMPILE_CACHE ??= join(process.cwd(), 'node_modules/.cache/compiled');
const seed = testSeed();
process.env.SEED = String(seed);
process.env.CHROMIUM_PATH = await ensureChromium();
await ensureServers();
const withCeph = await ensureCeph();
const started = Date.now();
for (const step of STEPS) {
  process.stdout.write(heading(step));
  const command = step.command.includes('soak') ? [...step.command, '--seed', String(seed)] : step.command;
  const { ok } = await runStep({ ...step, command });
  if (!ok) {
    process.stdout.write(`\nFAILED: ${step.name}; SEED=${seed} repeats it\n`);
    process.exit(1);
  }
}
const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD']).toString().trim();
const minutes = Math.round((Date.now() - started) / 60_000);
const day = new Date().toISOString().slice(0, 10);
const line = `Last whole run: ${day}, commit ${commit}, SEED=${seed}, ${minutes} minutes, all held${withCeph ? '' : ', without Ceph'}.`;
writeFileSync(NOTE, readFileSync(NOTE, 'utf8').replace(LAST_RUN, line));
process.stdout.write(`\n${line}\n`);
