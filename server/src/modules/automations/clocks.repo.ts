import type { Occurrence } from '@balcao/shared/features/automations/facts.ts';
import type { TimedCause } from '@balcao/shared/features/automations/rule.ts';
import type { Tx } from '../../platform/db/client.ts';

/** Tickets for which a rule has waited long enough. They are wound by triggers (0240_automations.sql). */

export interface DueClock {
  companyId: number;
  /** Of the ticket. */
  id: number;
}

export function listDue(tx: Tx, now: Date, limit: number): Promise<DueClock[]> {
  return tx<DueClock[]>`
    select company_id, ticket_id as id from automation_clocks where due_at <= ${now} order by due_at limit ${limit}`;
}

/** Locks the ticket, and looks again. @returns how it stands, if it still stands so; the next turn is written */
export async function takeTurn(
  tx: Tx,
  { companyId, id }: DueClock,
  now: Date,
): Promise<Extract<Occurrence, { minutes: number }> | undefined> {
  await tx`select from tickets where company_id = ${companyId} and id = ${id} for update`;
  const [turn] = await tx<{ kind: TimedCause; minutes: number }[]>`
    update automation_clocks c set passed = had.minutes,
      due_at = automation_due(company_id, kind, since, had.minutes)
    from (select ticket_id, round(extract(epoch from due_at - since) / 60)::int as minutes from automation_clocks
      where company_id = ${companyId} and ticket_id = ${id} and due_at <= ${now}) had
    where c.company_id = ${companyId} and c.ticket_id = had.ticket_id
    returning c.kind, c.passed as minutes`;
  return turn;
}
