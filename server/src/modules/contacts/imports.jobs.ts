import type { FastifyInstance } from 'fastify';
import type { Database } from '../../platform/db/database.ts';
import * as repo from './imports.repo.ts';
import { takeRows } from './imports.service.ts';

/** After a restart, and for imports that another process was killed with. */
const LOOK_MS = 5_000;
/** A race against a message that has just come is over at the next attempt; what fails so often fails for ever. */
const MOST_FAILURES = 5;

/** Takes rows of started imports over, a few in each transaction, for as long as the application lives. */
export function runImports(app: FastifyInstance, db: Database): { poke(): void } {
  let working: Promise<void> | null = null;
  let again = false;
  let closed = false;

  async function work(): Promise<void> {
    let failures = 0;
    while (!closed) {
      const next = await db.asSystem(repo.nextRunning);
      if (!next) return;
      const { companyId, id } = next;
      try {
        await db.withCompany(companyId, (tx) => takeRows(tx, companyId, id));
        failures = 0;
      } catch (error) {
        failures += 1;
        app.log.warn({ err: error, companyId, failures }, 'rows of an import not taken over');
        if (failures < MOST_FAILURES) continue;
        await db.withCompany(companyId, (tx) => repo.finish(tx, companyId, id, 'failed'));
        failures = 0;
      }
    }
  }

  function poke(): void {
    again = true;
    working ??= Promise.resolve()
      .then(async () => {
        while (again && !closed) {
          again = false;
          await work();
        }
      })
      .catch((error: unknown) => app.log.warn({ err: error }, 'imports not looked at'))
      .finally(() => {
        working = null;
      });
  }

  const timer = setInterval(poke, LOOK_MS);
  timer.unref();
  app.addHook('onClose', async () => {
    closed = true;
    clearInterval(timer);
    await working;
  });
  return { poke };
}
