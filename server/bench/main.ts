import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { badInput } from './benchmarks/bad-input.ts';
import { bot } from './benchmarks/bot.ts';
import { campaigns } from './benchmarks/campaigns.ts';
import { consoleCore } from './benchmarks/console.ts';
import { conversation } from './benchmarks/conversation.ts';
import { dashboard } from './benchmarks/dashboard.ts';
import { fanOut } from './benchmarks/fan-out.ts';
import { kanban } from './benchmarks/kanban.ts';
import { lists } from './benchmarks/lists.ts';
import { login } from './benchmarks/login.ts';
import { machines } from './benchmarks/machines.ts';
import { manyConsoles } from './benchmarks/many-consoles.ts';
import { memory } from './benchmarks/memory.ts';
import { npmStart } from './benchmarks/npm-start.ts';
import { numbers } from './benchmarks/numbers.ts';
import { offline } from './benchmarks/offline.ts';
import { pipeline } from './benchmarks/pipeline.ts';
import { replica } from './benchmarks/replica.ts';
import { request } from './benchmarks/request.ts';
import { responders } from './benchmarks/responders.ts';
import { retention } from './benchmarks/retention.ts';
import { rules } from './benchmarks/rules.ts';
import { screen } from './benchmarks/screen.ts';
import { sendingApi } from './benchmarks/sending-api.ts';
import { visitors } from './benchmarks/visitors.ts';
import { watched } from './benchmarks/watched.ts';
import { webhooks } from './benchmarks/webhooks.ts';
import { wholePath } from './benchmarks/whole-path.ts';
import { years } from './benchmarks/years.ts';
import type { Benchmark } from './figure.ts';
import { startBenchPostgres } from './postgres.ts';
import { stopPrograms } from './program.ts';
import { printMachine, printResult, toJson } from './report.ts';
import { runBenchmarks } from './run.ts';

/**
 * Measures the product beside what the machine can do at all. Ends with 1 when a benchmark has ended without a figure.
 *
 *   --only NAME    benchmarks whose name contains it; may be repeated (`numbers`, of ten minutes, and `years`, of an hour and 30
 *                  GB, run no other way)
 *   --quick        small sets
 *   --trace        also the steps of one message, by benchmarks that know them (whole-path)
 *   --json FILE    the figures for programs
 */
const BENCHMARKS: Benchmark[] = [
  pipeline,
  badInput,
  bot,
  responders,
  rules,
  retention,
  webhooks,
  campaigns,
  dashboard,
  lists,
  fanOut,
  machines,
  manyConsoles,
  visitors,
  replica,
  login,
  request,
  watched,
  sendingApi,
  wholePath,
  consoleCore,
  screen,
  kanban,
  offline,
  conversation,
  memory,
  npmStart,
  numbers,
  years,
];

const { values } = parseArgs({
  // pnpm hands its own separator on.
  args: process.argv.slice(2).filter((argument) => argument !== '--'),
  options: {
    only: { type: 'string', multiple: true, default: [] },
    quick: { type: 'boolean', default: false },
    trace: { type: 'boolean', default: false },
    json: { type: 'string' },
  },
});

const chosen = BENCHMARKS.filter(({ name, onlyNamed }) =>
  onlyNamed
    ? values.only.includes(name)
    : values.only.length === 0 || values.only.some((part) => name.includes(part)),
);
if (chosen.length === 0) {
  console.error(`No such benchmark. There are: ${BENCHMARKS.map(({ name }) => name).join(', ')}`);
  process.exit(2);
}
// libsignal writes sessions to the console.
for (const method of ['info', 'warn'] as const) console[method] = () => {};

const dir = await mkdtemp(join(tmpdir(), 'balcao-bench-'));
const postgres = await startBenchPostgres(dir);
printMachine(values.quick);
const { results, isWhole } = await runBenchmarks(chosen, {
  contextOf: ({ name }) => ({
    quick: values.quick,
    trace: values.trace,
    postgres,
    dir,
    note: (line) => process.stderr.write(`  ${name}: ${line}\n`),
  }),
  measured: printResult,
  failed: ({ name }, error) => console.error(`${name} could not be measured:`, error),
  async clearUp() {
    await stopPrograms();
    await postgres.dropDatabases();
  },
}).finally(async () => {
  await postgres.stop();
  await rm(dir, { recursive: true, force: true });
});
if (values.json) await writeFile(values.json, toJson(results, values.quick));
process.exit(isWhole ? 0 : 1);
