import { type LivingProcess, listAlive } from '../platform/processes.ts';
import { type Command, withSharedDatabase } from './command.ts';

export const machines: Command = {
  usage: '',
  purpose: 'lists the programs that are at work, and how many connections they hold',
  async run(args, { config, say }) {
    if (args.length > 0) return false;
    const processes = await withSharedDatabase(config, (db) => db.asSystem(listAlive));
    for (const process of processes) say(describe(process));
    if (processes.length === 0) say('nothing is at work');
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
