import type { Database } from '../platform/db/database.ts';

/**
 * Somebody stands where the log has not come: this database is an older one, restored. Of those who return later nobody
 * can tell, because the log will have passed their place: all start over. Once, whoever else proves the same epoch wrong.
 */
export async function leaveEpoch(db: Database, companyId: number, epoch: string): Promise<void> {
  await db.withCompany(companyId, async (tx) => {
    await tx`update sync_state set epoch = gen_random_uuid()
      where company_id = ${companyId} and epoch = ${epoch}`;
  });
}

/** As the operator says who has restored a backup: consoles that were away could not prove it. */
export async function leaveEveryEpoch(db: Database): Promise<void> {
  await db.asSystem((tx) => tx`update sync_state set epoch = gen_random_uuid()`);
}
