import { type LivingProcess, listAlive } from '../platform/processes.ts';
import { type Command, withSharedDatabases } from './command.ts';

export const machines: Command = {
  usage: '',
  purpose: 'lists the programs that are at work, and how many connections they hold',
  async run(args, { config, say }) {
    if (args.length > 0) return false;
    const found = await withSharedDatabases(config, (all) =>
      Promise.all(all.map((db) => db.asSystem(listAlive))),
    );
    // An API process is known to all databases.
    const processes = new Map(found.flat().map((process) => [process.id, process]));
    for (const process of processes.values()) say(describe(process));
    if (processes.size === 0) say('nothing is at work');
    return true;
  },
};

function describe({
  machine,
  kind,
  version,
  capacity,
  held,
  draining,
  startedAt,
  id,
}: LivingProcess): string {
  const load = kind === 'sessions' ? `${held} of ${capacity}${draining ? ', draining' : ''}` : '';
  return [machine, kind, version, load, `since ${startedAt.toISOString()}`, id].filter(Boolean).join('  ');
}
