import type { Tx } from '../../platform/db/client.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Job } from '../../platform/jobs/job.ts';
import type { DueTicket } from './connection-rules.repo.ts';
import { putIntoQueue } from './connection-rules.service.ts';

/** Somebody may be moving it just now. */
const SETTLED_MS = 60_000;

/**
 * A customer who waits without a queue, and whom no bot will lead to one, is put where agents look: into the queue of
 * their last conversation, else into the connection's, as long as somebody serves it. Without any the ticket stays, and
 * the dashboard says so. The bot that may still begin there shows its menu as if there were no queue. What waits in a queue
 * that nobody serves stays there too: the customer or a colleague has chosen it, and whoever is made a member finds it.
 */
export async function placeUnseen(
  tx: Tx,
  { companyId, ticketId }: { companyId: number; ticketId: number },
  at: Date,
): Promise<void> {
  const [row] = await tx<{ queueId: number | null }[]>`
    select ${placeOf(tx)} as queue_id
    from tickets t join connections c on c.company_id = t.company_id and c.id = t.connection_id
    where t.company_id = ${companyId} and t.id = ${ticketId} and ${isUnseen(tx)}`;
  if (!row?.queueId) return;
  await putIntoQueue(tx, { companyId, ticketId }, row.queueId, at);
  await tx`
    update tickets set bot_ended = 'placed' where company_id = ${companyId} and id = ${ticketId}
      and (bot_ended is null or bot_ended = 'closed')`;
}

/**
 * The same for tickets that have lost their queue, or what led to one, by what was done to those. Where the connection says
 * after how many minutes such a ticket is redirected, that is its matter.
 */
export const unseenTickets = ({ db }: { db: Database }): Job<DueTicket> => ({
  name: 'tickets that nobody sees',
  schedule: '*/10 * * * * *',
  maxDelayMs: 1_000,
  processes: 'every',
  due: (now, limit) => db.asSystem((tx) => listUnseen(tx, new Date(now.getTime() - SETTLED_MS), limit)),
  async take({ companyId, id: ticketId }, clock) {
    await db.withCompany(companyId, async (tx) => {
      await tx`select from tickets where company_id = ${companyId} and id = ${ticketId} for update`;
      await placeUnseen(tx, { companyId, ticketId }, clock());
    });
  },
});

function listUnseen(tx: Tx, settled: Date, limit: number): Promise<DueTicket[]> {
  return tx<DueTicket[]>`
    select t.company_id, t.id from connections c
    join tickets t on t.company_id = c.company_id and t.connection_id = c.id
    where ${isUnseen(tx)} and t.updated_at <= ${settled} and t.snoozed_until is null
      and not (c.deleted_at is null and c.redirect_minutes > 0 and c.redirect_queue_id is not null)
      and ${placeOf(tx)} is not null
    limit ${limit}`;
}

const isUnseen = (tx: Tx) => tx`t.status = 'pending' and t.queue_id is null and not t.chatbot`;

/**
 * Where the ticket `t` of the connection `c` belongs: the first place that somebody looks at. Where a company has no
 * agents those who see everything work, so any place will do. Null: nowhere.
 */
const placeOf = (tx: Tx) => tx`(
  select place.queue_id from (
    (select p.queue_id, 0 as rank, 0 as nth from tickets p
      where p.company_id = t.company_id and p.contact_id = t.contact_id and p.queue_id is not null
      order by p.last_message_at desc, p.id desc limit 1)
    union all
    select c.redirect_queue_id, 1, 0
    union all
    select q.id, 2, q.order_queue
    from connection_queues o join queues q on q.company_id = o.company_id and q.id = o.queue_id
    where o.company_id = t.company_id and o.connection_id = t.connection_id) place
  where place.queue_id is not null
    and (exists (
      select from user_queues m where m.company_id = t.company_id and m.queue_id = place.queue_id)
    or not exists (select from users u where u.company_id = t.company_id and u.profile = 'user'))
  order by place.rank, place.nth, place.queue_id limit 1)`;
