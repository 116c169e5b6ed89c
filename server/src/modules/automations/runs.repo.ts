import type { Tx } from '../../platform/db/client.ts';

const DAY_MS = 86_400_000;

export async function note(
  tx: Tx,
  companyId: number,
  run: { automationId: number; ticketId: number; texts: number; at: Date },
): Promise<void> {
  await tx`
    insert into automation_runs (company_id, automation_id, ticket_id, texts, at)
    values (${companyId}, ${run.automationId}, ${run.ticketId}, ${run.texts}, ${run.at})`;
}

/** What rules have said to a ticket's customer in the last 24 hours. */
export async function textsOfDay(tx: Tx, companyId: number, ticketId: number, now: Date): Promise<number> {
  const [row] = await tx<{ texts: number }[]>`
    select coalesce(sum(texts), 0)::int as texts from automation_runs
    where company_id = ${companyId} and ticket_id = ${ticketId} and at > ${new Date(now.getTime() - DAY_MS)}`;
  return row?.texts ?? 0;
}

/** How often each rule has acted since then. */
export async function countSince(
  tx: Tx,
  companyId: number,
  since: Date,
): Promise<{ automationId: number; count: number }[]> {
  return tx<{ automationId: number; count: number }[]>`
    select a.id as automation_id, done.count
    from automations a cross join lateral (
      select count(*)::int as count from automation_runs r
      where r.company_id = a.company_id and r.automation_id = a.id and r.at >= ${since}) done
    where a.company_id = ${companyId} and done.count > 0 order by a.id`;
}
