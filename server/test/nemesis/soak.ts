import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { describe, isClean, type NemesisReport, runNemesis } from './nemesis.ts';
import { startScratchDatabase } from './scratch-database.ts';

/**
 * The nemesis for as long as requested: `pnpm soak --seconds 600 --seed 7 --report soak.json`. Rounds of a minute,
 * each with its own seed and with one and two servers in turn; `--seed` begins with that one, `--servers` keeps the
 * number. Ends with 1 when something is wrong.
 */
const ROUND_S = 60;

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '600' },
    seed: { type: 'string' },
    servers: { type: 'string' },
    report: { type: 'string' },
  },
});

const reports: NemesisReport[] = [];
const first = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31));
for (let left = Number(values.seconds), round = 0; left > 0; left -= ROUND_S, round += 1) {
  const servers = values.servers ? (Number(values.servers) === 1 ? 1 : 2) : round % 2 === 0 ? 1 : 2;
  const report = await runNemesis({
    database: await startScratchDatabase(),
    servers,
    seed: first + round,
    seconds: Math.min(ROUND_S, left),
  });
  reports.push(report);
  process.stdout.write(`${describe(report)}\n`);
}
if (values.report) await writeFile(values.report, `${JSON.stringify(reports, null, 2)}\n`);
process.exitCode = reports.every(isClean) ? 0 : 1;
