import type { Database } from '../../platform/db/database.ts';
import * as repo from './unattended.repo.ts';

/** A process that ends and the next one need so long to hand a session over. */
export const GRACE_MS = 30_000;

/**
 * A session whose process is gone, or for which none has room, writes nothing of itself: its connection would be called
 * connected, or about to be, for ever. Who holds the lease again says how it goes on; who lost it cannot write any more.
 *
 * @returns how many connections were not known to be so
 */
export async function markUnattended(db: Database): Promise<number> {
  let marked = 0;
  for (const companyId of await db.asSystem((tx) => repo.companies(tx, GRACE_MS)))
    marked += await db.withCompany(companyId, (tx) => repo.mark(tx, companyId, GRACE_MS));
  return marked;
}
