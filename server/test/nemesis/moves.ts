import { setTimeout as sleep } from 'node:timers/promises';
import { balcao } from '../two-databases.ts';
import type { World } from '../world.ts';
import type { Chance } from './random.ts';

/** Companies that move from one database to the other, each command in its own time; some are killed. */
interface Moves {
  /** @returns what happens */
  begin(chance: Chance): string;
  /** Resolves when nobody is on the way any more. */
  over(): Promise<void>;
}

const KILLED_SHARE = 0.4;
const KILLED_AFTER_MS = [500, 20_000] as const;
/** A command that meets a database which is away ends, and is run again. */
const TRIES = 20;
const PAUSE_MS = 1_000;

export function createMoves(world: World, env: Record<string, string>): Moves {
  let running: Promise<void> | null = null;
  /** It was begun, and is not over. */
  let unfinished: { companyId: number; to: string } | null = null;

  async function run(companyId: number, to: string, killAfterMs: number | null): Promise<boolean> {
    const command = balcao(['move-company', String(companyId), '--to', to], env);
    const killing = killAfterMs === null ? undefined : setTimeout(command.kill, killAfterMs);
    const { code, said } = await command.ended();
    clearTimeout(killing);
    // Killed behind its end.
    const isOver = code === 0 || said.includes('already');
    if (!isOver && process.env.LOG) process.stderr.write(`move of ${companyId} to ${to}: ${said}\n`);
    return isOver;
  }

  return {
    begin(chance) {
      const company = chance.pick(world.companies);
      const killAfterMs = chance.next() < KILLED_SHARE ? chance.between(...KILLED_AFTER_MS) : null;
      if (running) return 'nothing';
      running = (async () => {
        if (!unfinished) {
          const isHome = (await world.homeOf(company.companyId)) === world.database;
          unfinished = { companyId: company.companyId, to: isHome ? 'db2' : 'db1' };
        }
        if (await run(unfinished.companyId, unfinished.to, killAfterMs)) unfinished = null;
      })()
        // The directory is away.
        .catch(() => {})
        .finally(() => {
          running = null;
        });
      return killAfterMs === null ? 'move company' : 'kill move';
    },
    async over() {
      await running;
      for (let tries = 1; unfinished; tries += 1) {
        if (await run(unfinished.companyId, unfinished.to, null)) return;
        if (tries === TRIES)
          throw new Error(`company ${unfinished.companyId} does not come to ${unfinished.to}`);
        await sleep(PAUSE_MS);
      }
    },
  };
}
