import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Database } from '../platform/db/database.ts';
import { listAlive, drain as mark } from '../platform/processes.ts';
import { type Command, withSharedDatabases } from './command.ts';

const LOOK_MS = 1_000;

export const drain: Command = {
  usage: 'MACHINE [--undo]',
  purpose: 'hands the connections of a machine over to the others, and waits until it has none',
  async run(args, { config, say }) {
    const { values, positionals } = parseArgs({
      args,
      options: { undo: { type: 'boolean', default: false } },
      allowPositionals: true,
    });
    const [machine] = positionals;
    if (machine === undefined || positionals.length > 1) return false;
    await withSharedDatabases(config, async (all) => {
      const marked = await Promise.all(all.map((db) => db.asSystem((tx) => mark(tx, machine, !values.undo))));
      if (sum(marked) === 0)
        throw new Error(`No program on ${machine} holds connections: see "balcao machines".`);
      if (values.undo) return say(`${machine} takes connections again`);
      for (const [at, db] of all.entries()) if (marked[at]) await untilEmpty(db, machine, say);
    });
    return true;
  },
};

/** Ends, too, when nothing can take over what is left: that is said. */
async function untilEmpty(db: Database, machine: string, say: (line: string) => void): Promise<void> {
  for (let before = -1; ; await sleep(LOOK_MS)) {
    const processes = (await db.asSystem(listAlive)).filter(({ kind }) => kind === 'sessions');
    const held = sum(
      processes.filter((process) => process.machine === machine).map((process) => process.held),
    );
    if (held === 0) return say(`${machine} holds no connections any more`);
    if (held !== before) say(`${held} to go`);
    before = held;
    const room = processes
      .filter(({ draining }) => !draining)
      .map((process) => process.capacity - process.held);
    if (sum(room) <= 0)
      throw new Error(`No other machine has room for the ${held} that are left: start another one.`);
  }
}

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);
