import type { Database } from '../platform/db/database.ts';
import type { Log } from '../platform/log.ts';
import * as repo from './after-restore.repo.ts';

/**
 * Called by each process before it sends anything. A database that was brought back to a moment has in its outbox what
 * the lost one may have sent since: that waits for a person, in its conversation. So do schedules that are due and campaigns.
 *
 * That it is to be done is written down first, then it is done company by company. Whoever comes meanwhile does the same,
 * and stops when it is noted as done; killed, whoever starts next does the rest. Nobody has begun to work by then.
 *
 * @param options.byHand an operator says that a backup was restored, of which PostgreSQL knows nothing
 */
export async function holdAfterRestore(
  db: Database,
  { log, byHand = false }: { log: Log; byHand?: boolean },
): Promise<void> {
  const isToBeDone = await db.asSystem(async (tx) => {
    await repo.lock(tx);
    await repo.noteTarget(tx);
    if (byHand) await repo.note(tx, `--restored ${new Date().toISOString()}`);
    return repo.isUnderWay(tx);
  });
  if (!isToBeDone) return;
  for (const companyId of await db.asSystem(repo.companies)) {
    const goesOn = await db.asSystem(async (tx) => {
      await repo.lock(tx);
      if (!(await repo.isUnderWay(tx))) return false;
      await repo.count(tx, await repo.hold(tx, companyId));
      return true;
    });
    if (!goesOn) return;
  }
  const restores = await db.asSystem(async (tx) => {
    await repo.lock(tx);
    return repo.finish(tx);
  });
  for (const restore of restores)
    log.warn({ ...restore }, 'a backup was restored: what was unsent then waits for a person');
}
