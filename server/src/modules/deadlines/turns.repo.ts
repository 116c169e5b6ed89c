import type { DeadlineKind } from '@balcao/shared/features/deadlines/deadline.ts';
import type { Tx } from '../../platform/db/client.ts';

/** Deadlines of which there is something to tell. They are kept by triggers (0260_deadlines.sql). */

export interface DueDeadline {
  companyId: number;
  /** Of the deadline. */
  id: number;
}

export function listDue(tx: Tx, now: Date, limit: number): Promise<DueDeadline[]> {
  return tx<DueDeadline[]>`
    select company_id, id from deadlines where turn_at <= ${now} order by turn_at limit ${limit}`;
}

export interface Turn {
  ticketId: number;
  kind: DeadlineKind;
  told: 'near' | 'missed';
  /** Empty: the policy is gone. */
  policy: string;
}

/** Locks the ticket, and looks again. @returns what is to be told, which counts as told now */
export async function takeTurn(tx: Tx, { companyId, id }: DueDeadline, now: Date): Promise<Turn | undefined> {
  await tx`
    select from tickets where company_id = ${companyId} and id = (
      select ticket_id from deadlines where company_id = ${companyId} and id = ${id}) for update`;
  const [turn] = await tx<Turn[]>`
    update deadlines d set
      told = case when d.met = false or d.due_at <= ${now} then 'missed' else 'near' end,
      met = case when d.due_at <= ${now} then false else d.met end,
      decided_at = coalesce(d.decided_at, case when d.due_at <= ${now} then d.due_at end),
      queue_id = case when d.met is null then t.queue_id else d.queue_id end,
      connection_id = case when d.met is null then t.connection_id else d.connection_id end,
      user_id = case when d.met is null then t.user_id else d.user_id end
    from tickets t
    where d.company_id = ${companyId} and d.id = ${id} and d.turn_at <= ${now}
      and t.company_id = d.company_id and t.id = d.ticket_id
    returning d.ticket_id, d.kind, d.told, coalesce((
      select name from deadline_policies p where p.company_id = d.company_id and p.id = d.policy_id), '') as policy`;
  return turn;
}
