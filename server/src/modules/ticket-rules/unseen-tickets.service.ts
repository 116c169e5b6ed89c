import type { Tx } from '../../platform/db/client.ts';
import { putIntoQueue } from './connection-rules.service.ts';

/**
 * A customer who waits without a queue, and whom no bot will lead to one, is put where agents look: into the queue of
 * their last conversation, else into the connection's. Without either the ticket stays, and the dashboard says so. The bot
 * that may still begin there shows its menu as if there were no queue.
 */
export async function placeUnseen(
  tx: Tx,
  { companyId, ticketId }: { companyId: number; ticketId: number },
  at: Date,
): Promise<void> {
  const [row] = await tx<{ queueId: number | null }[]>`
    select coalesce(
      (select p.queue_id from tickets p
        where p.company_id = t.company_id and p.contact_id = t.contact_id and p.queue_id is not null
        order by p.last_message_at desc, p.id desc limit 1),
      c.redirect_queue_id,
      (select q.id from connection_queues o join queues q on q.company_id = o.company_id and q.id = o.queue_id
        where o.company_id = t.company_id and o.connection_id = t.connection_id
        order by q.order_queue, q.id limit 1)) as queue_id
    from tickets t join connections c on c.company_id = t.company_id and c.id = t.connection_id
    where t.company_id = ${companyId} and t.id = ${ticketId} and t.status = 'pending' and t.queue_id is null
      and not t.chatbot`;
  if (!row?.queueId) return;
  await putIntoQueue(tx, { companyId, ticketId }, row.queueId, at);
  await tx`
    update tickets set bot_ended = 'placed' where company_id = ${companyId} and id = ${ticketId}
      and (bot_ended is null or bot_ended = 'closed')`;
}
