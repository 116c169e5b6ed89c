import type { AutomationRun } from '@balcao/shared/features/automations/calls.ts';
import type { Tx } from '../../platform/db/client.ts';
import type { Page } from '../../platform/db/page.ts';

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

/** Once for each reason in a ticket. @returns whether this is the first time that it stays silent there for that */
export async function noteSilence(
  tx: Tx,
  companyId: number,
  { automationId, ticketId, reason }: { automationId: number; ticketId: number; reason: string },
): Promise<boolean> {
  const noted = await tx`
    insert into automation_silences (company_id, automation_id, ticket_id, reason)
    values (${companyId}, ${automationId}, ${ticketId}, ${reason}) on conflict do nothing`;
  return noted.count === 1;
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

/** What one has done since then, the newest first; it is cut from the index before anything is joined. */
export async function listSince(
  tx: Tx,
  companyId: number,
  automationId: number,
  since: Date,
  { offset, limit, after }: Page<readonly [string, number]>,
): Promise<(Omit<AutomationRun, 'at'> & { at: Date })[]> {
  return tx<(Omit<AutomationRun, 'at'> & { at: Date })[]>`
    select r.id, r.ticket_id, t.uuid, c.name, coalesce(q.name, '') as queue_name, coalesce(u.name, '') as agent_name, r.at
    from (
      select id, ticket_id, at from automation_runs
      where company_id = ${companyId} and automation_id = ${automationId} and at >= ${since}
        ${after ? tx`and (at, id) < (${after[0]}::timestamptz, ${after[1]})` : tx``}
      order by at desc, id desc offset ${offset} limit ${limit}) r
    join tickets t on t.company_id = ${companyId} and t.id = r.ticket_id
    join contacts c on c.company_id = ${companyId} and c.id = t.contact_id
    left join queues q on q.company_id = ${companyId} and q.id = t.queue_id
    left join users u on u.company_id = ${companyId} and u.id = t.user_id
    order by r.at desc, r.id desc`;
}
