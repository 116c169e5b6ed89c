import type { Tx } from '../../platform/db/client.ts';

export async function idsOfPlan(tx: Tx, planId: number): Promise<number[]> {
  const rows = await tx<{ id: number }[]>`select id from companies where plan_id = ${planId}`;
  return rows.map(({ id }) => id);
}

/** Consoles of the company fetch everything again, the person's company among it. */
export async function refreshConsoles(tx: Tx, companyId: number): Promise<void> {
  await tx`update users set view_version = view_version + 1 where company_id = ${companyId}`;
}
