import { announceAccess } from '../../platform/access-changes.ts';
import type { Bus } from '../../platform/bus.ts';
import { afterCommit } from '../../platform/db/after-commit.ts';
import type { Tx } from '../../platform/db/client.ts';
import type { Database } from '../../platform/db/database.ts';
import * as repo from './company-changed.repo.ts';

export const { refreshConsoles } = repo;

/** What a company may do changes with this transaction: every process and console acts on it at once. */
export function notifyCompanyChanged(tx: Tx, bus: Bus, companyId: number): void {
  announceAccess(tx, bus, { companyId });
  afterCommit(tx, () => bus.dirty(companyId));
}

/**
 * The same for all companies of a plan. Each in a transaction of its own (I16), so after the commit of the change; a
 * console that was not told before a crash learns the plan with its next access token.
 */
export async function notifyCompaniesOfPlan(
  { db, bus }: { db: Database; bus: Bus },
  planId: number,
): Promise<void> {
  for (const companyId of await db.asSystem((tx) => repo.idsOfPlan(tx, planId)))
    await db.asSystem(async (tx) => {
      await repo.refreshConsoles(tx, companyId);
      notifyCompanyChanged(tx, bus, companyId);
    });
}

/** Of a database that has only copies of the plans: tells its own companies whenever one has come that is changed. */
export async function tellOfSharedPlans(deps: { db: Database; bus: Bus }): Promise<void> {
  await deps.db.listen('balcao_plan', (planId) => {
    // As above: who is not told learns it with the next access token.
    void notifyCompaniesOfPlan(deps, Number(planId)).catch(() => {});
  });
}
