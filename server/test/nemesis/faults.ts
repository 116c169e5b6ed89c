import { setTimeout as sleep } from 'node:timers/promises';
import type { NetworkMachine } from '../network.ts';
import type { World } from '../world.ts';
import type { Machines } from './machines.ts';
import { createMoves } from './moves.ts';
import type { Line, Parts } from './parts.ts';
import type { Chance } from './random.ts';

/** How often each fault was made. */
export type Made = Record<string, number>;

const PAUSE_MS = [300, 1_500] as const;
const ABSENT_MS = [0, 1_500] as const;
/** Longer than the lease of a session, sometimes. */
const FROZEN_MS = [200, 7_000] as const;
const BROKEN_MS = [200, 3_000] as const;
/** Long enough for a console to give up trying and for its agent to write a lot. */
const OFFLINE_MS = [2_000, 8_000] as const;

interface Means {
  chance: Chance;
  machines: Machines | undefined;
}

/** Injects faults until the time is over, then repairs everything. */
export async function disturb(world: World, parts: Parts, means: Means, seconds: number): Promise<Made> {
  const { chance, machines } = means;
  const made: Made = {};
  const faults = createFaults(world, parts, means);
  for (const end = performance.now() + seconds * 1_000; performance.now() < end; ) {
    const name = await faults.once();
    made[name] = (made[name] ?? 0) + 1;
    await sleep(chance.between(...PAUSE_MS));
  }
  await faults.over();
  await machines?.whole();
  await faults.moved();
  for (const part of parts.parts) part.heal();
  for (const { phone } of world.companies) await world.sandbox.commands.disturbDeliveries({ number: phone });
  return made;
}

/** A line's fault ends after a while, and its connections with it if they have lost something. */
async function breakLine({ proxy }: Line, mode: string, chance: Chance): Promise<void> {
  if (mode === 'delay') proxy.set({ mode, ms: chance.between(20, 400) });
  else if (mode === 'truncate') proxy.set({ mode, bytes: chance.between(0, 2_000) });
  else if (mode === 'drop' || mode === 'stall' || mode === 'reset') proxy.set({ mode });
  await sleep(chance.between(...BROKEN_MS));
  if (mode === 'drop') proxy.set({ mode: 'reset' });
  proxy.set({ mode: 'pass' });
}

/** An agent without a network, who continues to write, and colleagues who do not wait. */
async function leave({ proxy }: Line, chance: Chance): Promise<void> {
  await proxy.stop();
  await sleep(chance.between(...OFFLINE_MS));
  await proxy.start();
}

/** A machine that hears nobody and is not heard: its sessions go to others. */
async function isolate(machine: NetworkMachine, chance: Chance): Promise<void> {
  machine.cut();
  await sleep(chance.between(...FROZEN_MS));
  machine.reconnect();
}

function createFaults(world: World, parts: Parts, { chance, machines }: Means) {
  const broken = new Set<Promise<void>>();
  const away = new Set<Line>();
  const cut = new Set<NetworkMachine>();
  const moves = machines && createMoves(world, machines.operatorEnv);

  function forAWhile(work: Promise<void>): void {
    const running = work.finally(() => broken.delete(running));
    broken.add(running);
  }

  /** One fault. @returns its name */
  async function once(): Promise<string> {
    const what = chance.pick(machines ? WHAT_OF_MACHINES : WHAT);
    switch (what) {
      case 'kill': {
        const part = chance.pick(parts.parts);
        part.end('SIGKILL', chance.between(...ABSENT_MS));
        return `kill ${part.kind}`;
      }
      case 'restart': {
        const part = chance.pick(parts.parts.filter(({ kind }) => kind !== 'console'));
        part.end('SIGTERM', chance.between(...ABSENT_MS));
        return `restart ${part.kind}`;
      }
      case 'freeze': {
        const part = chance.pick(parts.parts);
        part.freeze(chance.between(...FROZEN_MS));
        return `freeze ${part.kind}`;
      }
      case 'line': {
        const line = chance.pick(parts.lines);
        const mode = chance.pick(MODES[line.kind]);
        forAWhile(breakLine(line, mode, chance));
        return `${mode} ${line.kind}`;
      }
      case 'offline': {
        const line = chance.pick(parts.lines.filter(({ kind }) => kind === 'console'));
        if (away.has(line)) return 'nothing';
        away.add(line);
        forAWhile(leave(line, chance).finally(() => away.delete(line)));
        return 'console offline';
      }
      case 'machine': {
        const left = parts.machines.filter((machine) => !cut.has(machine));
        if (left.length === 0) return 'nothing';
        const machine = chance.pick(left);
        cut.add(machine);
        forAWhile(isolate(machine, chance).finally(() => cut.delete(machine)));
        return 'cut machine';
      }
      case 'node':
        return `database: ${await machines?.lose(chance)}`;
      case 'move':
        return moves?.begin(chance) ?? 'nothing';
      case 'terminate': {
        const share = chance.next();
        await world.database.admin`
          select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and application_name like 'balcao%' and random() < ${share}`;
        return 'terminate database connections';
      }
      case 'cut': {
        await world.sandbox.commands.cutCompanions({ number: chance.pick(world.companies).phone });
        return 'cut by WhatsApp';
      }
      case 'repeat': {
        const faults = { duplicate: chance.between(1, 5), delayMs: chance.between(0, 200) };
        await world.sandbox.commands.disturbDeliveries({
          number: chance.pick(world.companies).phone,
          tags: ['message', 'receipt'],
          ...faults,
        });
        return 'repeat deliveries';
      }
    }
  }

  return {
    once,
    /** Resolves when the faults that end by themselves have ended. */
    over: () => Promise.all(broken),
    /** Resolves when no company is on its way. */
    moved: async () => moves?.over(),
  };
}

/** Faults, weighted by frequency. */
const WHAT = [
  'kill',
  'kill',
  'restart',
  'freeze',
  'line',
  'line',
  'line',
  'offline',
  'terminate',
  'cut',
  'repeat',
] as const;

/** A node is away for longer than anything else. */
const WHAT_OF_MACHINES = [
  ...WHAT.filter((what) => what !== 'terminate'),
  'restart',
  'machine',
  'node',
  'move',
  'move',
] as const;

/** An answer of the database that is lost for ever would be noticed by TCP alone, which proxies keep alive. */
const MODES = {
  database: ['delay', 'stall', 'reset', 'truncate'],
  whatsapp: ['delay', 'drop', 'stall', 'reset', 'truncate'],
  console: ['delay', 'drop', 'stall', 'reset', 'truncate'],
  bucket: ['delay', 'drop', 'stall', 'reset', 'truncate'],
} as const;
