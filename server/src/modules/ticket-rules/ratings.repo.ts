import type { RatingScale } from '@balcao/shared/features/ratings/scale.ts';
import type { Tx } from '../../platform/db/client.ts';

/** What a customer is asked for after the end: a mark of a scale, a comment to it, or what belongs to that. */
export type RatingAsks = RatingScale | 'comment' | 'more';

export async function awaitAnswer(
  tx: Tx,
  companyId: number,
  ticketId: number,
  asks: RatingAsks,
  until: Date,
): Promise<void> {
  await tx`
    update tickets set rating_until = ${until}, rating_asks = ${asks}
    where company_id = ${companyId} and id = ${ticketId}`;
}

/** A service cycle with what was said of it. */
interface RatedCycle {
  id: number;
  scale: RatingScale;
  mark: number;
}

/** The rating that a comment is about; undefined when its cycle is gone. */
export async function findRating(
  tx: Tx,
  companyId: number,
  ticketId: number,
): Promise<RatedCycle | undefined> {
  const [cycle] = await tx<RatedCycle[]>`
    select id, rating_scale as scale, rate as mark from ticket_tracking
    where company_id = ${companyId} and rate is not null and id = ${lastCycle(tx, companyId, ticketId)}`;
  return cycle;
}

/** @returns who served the cycle that has ended */
export async function rate(
  tx: Tx,
  companyId: number,
  ticketId: number,
  { scale, mark }: Pick<RatedCycle, 'scale' | 'mark'>,
  at: Date,
): Promise<number | null> {
  const [cycle] = await tx<{ userId: number | null }[]>`
    update ticket_tracking set rate = ${mark}, rating_scale = ${scale}, rated_at = ${at}
    where company_id = ${companyId} and id = ${lastCycle(tx, companyId, ticketId)}
    returning user_id`;
  return cycle?.userId ?? null;
}

const lastCycle = (tx: Tx, companyId: number, ticketId: number) => tx`(
  select id from ticket_tracking
  where company_id = ${companyId} and ticket_id = ${ticketId} and finished_at is not null
  order by finished_at desc limit 1)`;

/** What the customer says about a rating belongs to it. */
export async function addComment(
  tx: Tx,
  companyId: number,
  ratingId: number,
  messageId: string,
  at: Date,
): Promise<void> {
  await tx`
    with said as (
      insert into rating_messages (company_id, tracking_id, message_id) values (${companyId}, ${ratingId}, ${messageId}))
    update ticket_tracking set commented_at = coalesce(commented_at, ${at})
    where company_id = ${companyId} and id = ${ratingId}`;
}

/** @returns the agent. Only while an answer is awaited, and of a ticket whose agent is still here. */
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
  if (!ticket) throw new Error('no answer is awaited of this ticket');
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

/** @returns what was awaited; null when the customer has answered meanwhile, or somebody has reopened the ticket */
export async function endWait(
  tx: Tx,
  companyId: number,
  ticketId: number,
  over?: Date,
): Promise<RatingAsks | null> {
  const [ended] = await tx<{ asks: RatingAsks }[]>`
    update tickets set rating_until = null
    where company_id = ${companyId} and id = ${ticketId} and rating_until is not null
      ${over ? tx`and rating_until <= ${over}` : tx``}
    returning rating_asks as asks`;
  return ended?.asks ?? null;
}
