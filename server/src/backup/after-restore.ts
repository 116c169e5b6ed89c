import type { Database } from '../platform/db/database.ts';
import type { Log } from '../platform/log.ts';
import { companies, type Held, hold, lock, note, unnoticedTarget } from './after-restore.repo.ts';

/**
 * Called by each process before it sends anything. A database that was brought back to a moment has in its outbox what
 * the lost one may have sent since: that waits for a person, in its conversation. So do schedules that are due and campaigns.
 *
 * Whoever is first does it, company by company; whoever comes meanwhile does the same, and stops when it is noted as
 * done. Killed, it is done again: nobody has begun to work by then.
 *
 * @param options.byHand an operator says that a backup was restored, of which PostgreSQL knows nothing
 */
export async function holdAfterRestore(
  db: Database,
  { log, byHand = false }: { log: Log; byHand?: boolean },
): Promise<void> {
  const known = await db.asSystem(unnoticedTarget);
  const target = known ?? (byHand ? `--restored ${new Date().toISOString()}` : null);
  if (target === null) return;
  const held: Held = { messages: 0, schedules: 0, campaigns: 0 };
  const isDone = async (tx: Parameters<typeof lock>[0]) => {
    await lock(tx);
    return known !== null && (await unnoticedTarget(tx)) !== known;
  };
  for (const companyId of await db.asSystem(companies)) {
    const more = await db.asSystem(async (tx) => ((await isDone(tx)) ? null : hold(tx, companyId)));
    if (!more) return;
    for (const kind of ['messages', 'schedules', 'campaigns'] as const) held[kind] += more[kind];
  }
  await db.asSystem(async (tx) => {
    if (!(await isDone(tx))) await note(tx, target, held);
  });
  log.warn({ target, ...held }, 'a backup was restored: what was unsent then waits for a person');
}
