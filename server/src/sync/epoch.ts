import type { Database } from '../platform/db/database.ts';

/**
 * A console stands where the log has not come, so this database is an older one that was restored. Consoles that return
 * later cannot be told apart, because the log will have passed their place: all start over. This happens once, however
 * many consoles prove the same epoch wrong.
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
