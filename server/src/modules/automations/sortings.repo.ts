import type { TicketStatus } from '@balcao/shared/features/tickets/row.ts';
import type { Tx } from '../../platform/db/client.ts';

/** What rules let the AI tag. */

export interface NewSorting {
  ticketId: number;
  automationId: number;
  callId: string;
  /** Into the queue that it chooses, too. */
  moves: boolean;
  at: Date;
}

/** @returns whether it is to be asked for: nothing was said since this rule asked for it here the last time otherwise */
export async function add(
  tx: Tx,
  companyId: number,
  { ticketId, automationId, callId, moves, at }: NewSorting,
): Promise<boolean> {
  const added = await tx`
    insert into ticket_sortings as s (company_id, ticket_id, automation_id, call_id, moves, at)
    values (${companyId}, ${ticketId}, ${automationId}, ${callId}, ${moves}, ${at})
    on conflict (company_id, ticket_id, automation_id)
    do update set call_id = excluded.call_id, moves = excluded.moves, at = excluded.at
    where exists (
      select from messages m
      where m.company_id = s.company_id and m.ticket_id = s.ticket_id and not m.from_me and m.created_at > s.at)`;
  return added.count === 1;
}

/** @property name of the rule */
export interface Sorting extends Pick<NewSorting, 'ticketId' | 'automationId' | 'moves'> {
  name: string;
  hasPlan: boolean;
}

/** Undefined where a later one has taken its place, or the ticket or the rule is gone. */
export async function find(tx: Tx, companyId: number, callId: string): Promise<Sorting | undefined> {
  const [found] = await tx<Sorting[]>`
    select s.ticket_id, s.automation_id, s.moves, a.name, coalesce(p.use_open_ai, false) as has_plan
    from ticket_sortings s
    join automations a on a.company_id = s.company_id and a.id = s.automation_id
    join companies c on c.id = s.company_id left join plans p on p.id = c.plan_id
    where s.company_id = ${companyId} and s.call_id = ${callId}`;
  return found;
}

export async function lockTicket(
  tx: Tx,
  companyId: number,
  ticketId: number,
): Promise<{ status: TicketStatus; queueId: number | null } | undefined> {
  const [ticket] = await tx<{ status: TicketStatus; queueId: number | null }[]>`
    select status, queue_id from tickets where company_id = ${companyId} and id = ${ticketId} for update`;
  return ticket;
}
