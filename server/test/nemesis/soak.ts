import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { startMachines } from './machines.ts';
import { describe, isClean, type NemesisReport, runNemesis } from './nemesis.ts';
import { startScratchDatabase } from './scratch-database.ts';

/**
 * The nemesis for as long as requested: `pnpm soak --seconds 600 --seed 7 --report soak.json`. Rounds of a minute,
 * each with its own seed and with one and two servers in turn; `--seed` begins with that one, `--servers` keeps the
 * number. With `--machines` each has two servers, of this version and an earlier one, behind a proxy, with a bucket, a
 * database of three nodes and another one beside it, between which companies move, and takes ten minutes. Ends with 1
 * when something is wrong.
 */
const ROUND_S = 60;
const ROUND_OF_MACHINES_S = 600;

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '600' },
    seed: { type: 'string' },
    servers: { type: 'string' },
    machines: { type: 'boolean', default: false },
    report: { type: 'string' },
  },
});

const reports: NemesisReport[] = [];
const first = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31));
const roundS = values.machines ? ROUND_OF_MACHINES_S : ROUND_S;
for (let left = Number(values.seconds), round = 0; left > 0; left -= roundS, round += 1) {
  const time = { seed: first + round, seconds: Math.min(roundS, left) };
  const report = await (values.machines ? onMachines(time) : onServers(time, round));
  reports.push(report);
  process.stdout.write(`${describe(report)}\n`);
}
if (values.report) await writeFile(values.report, `${JSON.stringify(reports, null, 2)}\n`);
process.exitCode = reports.every(isClean) ? 0 : 1;

async function onServers(time: { seed: number; seconds: number }, round: number): Promise<NemesisReport> {
  const servers = values.servers ? (Number(values.servers) === 1 ? 1 : 2) : round % 2 === 0 ? 1 : 2;
  return runNemesis({ database: await startScratchDatabase(), servers, ...time });
}

async function onMachines(time: { seed: number; seconds: number }): Promise<NemesisReport> {
  const machines = await startMachines();
  try {
    return await runNemesis({ database: machines.database, servers: 2, machines, ...time });
  } finally {
    await machines.stop();
  }
}
