import type { Tx } from '../../platform/db/client.ts';

export async function awaitRating(tx: Tx, companyId: number, ticketId: number, until: Date): Promise<void> {
  await tx`update tickets set rating_until = ${until} where company_id = ${companyId} and id = ${ticketId}`;
}

/** Ends the wait. @returns who served the cycle that has ended */
export async function rate(
  tx: Tx,
  companyId: number,
  ticketId: number,
  mark: number,
  at: Date,
): Promise<number | null> {
  const [cycle] = await tx<{ userId: number | null }[]>`
    with answered as (
      update tickets set rating_until = null where company_id = ${companyId} and id = ${ticketId})
    update ticket_tracking set rate = ${mark}, rated_at = ${at}
    where company_id = ${companyId} and id = (
      select id from ticket_tracking
      where company_id = ${companyId} and ticket_id = ${ticketId} and finished_at is not null
      order by finished_at desc limit 1)
    returning user_id`;
  return cycle?.userId ?? null;
}

/** @returns the agent. Only while a mark is awaited, and of a ticket whose agent is still here. */
export async function reopenWithSameAgent(
  tx: Tx,
  companyId: number,
  ticketId: number,
  at: Date,
): Promise<number> {
  const [ticket] = await tx<{ userId: number }[]>`
    update tickets set status = 'open', closed_at = null, rating_until = null, updated_at = ${at}, waiting_since = ${at}
    where company_id = ${companyId} and id = ${ticketId} and rating_until is not null
    returning user_id`;
  if (!ticket) throw new Error('no mark is awaited of this ticket');
  return ticket.userId;
}

export interface OverWait {
  companyId: number;
  /** The ticket's id. */
  id: number;
}

/** Lists those of all companies. Tickets of a connection that is down wait for it, unless they have waited long. */
export async function listOver(tx: Tx, over: Date, longOver: Date, limit: number): Promise<OverWait[]> {
  return tx<OverWait[]>`
    select t.company_id, t.id from tickets t
    join connections c on c.company_id = t.company_id and c.id = t.connection_id
    where t.rating_until <= ${over} and (c.status = 'connected' or t.rating_until <= ${longOver})
    order by t.rating_until limit ${limit}`;
}

/** False when the customer has answered meanwhile, or somebody has reopened the ticket. */
export async function endWait(tx: Tx, companyId: number, ticketId: number, over: Date): Promise<boolean> {
  const ended = await tx`
    update tickets set rating_until = null
    where company_id = ${companyId} and id = ${ticketId} and rating_until <= ${over}`;
  return ended.count === 1;
}
