import type { TestDatabase } from '../database.ts';
import { startWorld, type World } from '../world.ts';
import { disturb, type Made } from './faults.ts';
import type { Machines } from './machines.ts';
import { type Parts, startParts } from './parts.ts';
import { quiesce } from './quiesce.ts';
import { createChance } from './random.ts';
import { watchTicks } from './ticks.ts';
import { startTraffic, type Traffic, type Tried } from './traffic.ts';
import { compareLedgers, type Verdict } from './verdict.ts';

export interface NemesisOptions {
  /** It is closed at the end. */
  database: TestDatabase;
  /** An API and a session worker each. */
  servers: 1 | 2;
  seed: number;
  /** Duration of the faults; starting and coming to rest are not counted. */
  seconds: number;
  /** How many agents, with a console each, the two companies have. */
  agents?: readonly [number, number];
  /** Whose database it is, and what else they have. They go on afterwards. */
  machines?: Machines;
}

export interface NemesisReport {
  seed: number;
  servers: number;
  seconds: number;
  tried: Tried;
  made: Made;
  /** Time from the last fault until nothing was under way any more; null: it never came to rest. */
  restMs: number | null;
  /** Work that was still under way after all that time. */
  stuck: string[];
  /** Programs that ended without being killed. */
  died: string[];
  verdict: Verdict;
}

/** After the faults something happens at least this often until all is in order: an attempt to send waits half a minute at most. */
const REST_MS = 75_000;

/**
 * The whole system under random faults: a simulated WhatsApp, two companies, one or two servers, consoles with people in
 * front of them. At the end all ledgers must agree.
 */
export async function runNemesis({
  database,
  servers,
  seed,
  seconds,
  agents = [3, 2],
  machines,
}: NemesisOptions): Promise<NemesisReport> {
  let world: World | undefined;
  let parts: Parts | undefined;
  let traffic: Traffic | undefined;
  try {
    world = await startWorld({
      database,
      faults: true,
      env: machines?.env ?? {},
      ...(machines ? { host: machines.host, others: [machines.beside.database] } : {}),
    });
    for (const { admin } of world.databases) await watchTicks(admin);
    for (const count of agents) await world.addCompany({ customers: 4, agents: count });
    const chance = createChance(seed);
    parts = await startParts(world, { servers, machines, chance: createChance(seed + 2) });
    traffic = startTraffic(world, parts, createChance(seed + 1));
    const made = await disturb(world, parts, { chance, machines }, seconds);
    const { desks } = parts;
    const since = performance.now();
    await traffic.stop();
    const consoles = () => desks.map((desk) => desk.console);
    const stuck = await quiesce(world, consoles, REST_MS);
    return {
      seed,
      servers,
      seconds,
      tried: traffic.tried,
      made,
      restMs: stuck.length > 0 ? null : Math.round(performance.now() - since),
      stuck,
      died: parts.parts.flatMap(({ name, deaths }) => deaths.map((how) => `${name}: ${how}`)),
      verdict: await compareLedgers(
        world,
        desks.flatMap((desk) => desk.consoles),
        traffic.said,
      ),
    };
  } finally {
    // Whoever talks would be the first to notice that this ends, whatever has ended it.
    const silence = traffic?.stop().catch(() => {});
    await parts?.stop();
    await silence;
    await world?.stop();
  }
}

/** Whether nothing is wrong. */
export function isClean({ stuck, died, verdict }: NemesisReport): boolean {
  return [stuck, died, ...Object.values(verdict)].every((problems) => problems.length === 0);
}

/** A summary for people: counts, and the faults in words. */
export function describe(report: NemesisReport): string {
  const { seed, servers, seconds, tried, made, restMs, stuck, died, verdict } = report;
  const counts = (from: object) =>
    Object.entries(from)
      .map(([name, count]) => `${name} ${Array.isArray(count) ? count.length : count}`)
      .join(', ');
  const words = Object.entries({ stuck, died, ...verdict }).flatMap(([name, problems]) =>
    (problems as string[]).slice(0, 20).map((problem) => `  ${name}: ${problem}`),
  );
  return [
    `nemesis: seed ${seed}, ${servers} server(s), ${seconds} s, at rest after ${restMs === null ? 'never' : `${restMs} ms`}`,
    `  said: ${counts(tried)}`,
    `  faults: ${counts(made)}`,
    `  wrong: ${counts({ stuck, died, ...verdict })}`,
    ...words,
  ].join('\n');
}
