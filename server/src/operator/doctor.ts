import texts from '@balcao/shared/features/system/en.json' with { type: 'json' };
import type { FindingState } from '@balcao/shared/features/system/findings.ts';
import type { Command } from './command.ts';
import { lookAtDatabases } from './doctor/database.ts';
import { describe, readHealthIn } from './doctor/health.ts';
import { lookAtMachine } from './doctor/machine.ts';
import { lookAtNetwork } from './doctor/network.ts';
import type { Seen } from './doctor/seen.ts';

const MARKS: Record<FindingState, string> = { good: 'ok     ', warning: 'WARNING', bad: 'BAD    ' };
const INDENT = ' '.repeat(9);

export const doctor: Command = {
  usage: '',
  purpose: 'looks at configuration, machine, network and database, and says who waits and what to do',
  async run(args, { config, say }) {
    if (args.length > 0) return false;
    // Whatever is wrong there has been said already, and has ended this.
    say(line({ state: 'good', what: 'Configuration', says: 'all variables can be read' }));
    const [machine, network, databases] = await Promise.all([
      lookAtMachine(config),
      lookAtNetwork(config),
      lookAtDatabases(config, (db) => readHealthIn(db, config)),
    ]);
    const seen = [...machine, ...network, ...databases.seen, ...databases.findings.map(describe)];
    for (const one of seen) say(line(one));
    for (const [title, names] of [
      [texts.down.title, databases.down],
      [texts.jobs.title, databases.failing],
    ] as const)
      if (names.length > 0) say([`${title}:`, ...names].join(`\n${INDENT}`));
    const bad = seen.filter(({ state }) => state === 'bad').length;
    if (bad > 0) throw new Error(bad === 1 ? 'One thing is bad.' : `${bad} things are bad.`);
    return true;
  },
};

function line({ state, what, says, advice }: Seen): string {
  const told = `${MARKS[state]}  ${what}: ${says}`;
  return advice && state !== 'good' ? `${told}\n${INDENT}${advice}` : told;
}
