import { AppError } from '@balcao/shared/errors.ts';
import type { Tx } from '../../platform/db/client.ts';
import { addTicketEvent } from '../ticket-timeline/ticket-events.service.ts';
import { flowOn } from '../tickets/transfer-ticket.ts';
import * as repo from './overflow.repo.ts';

/** What waits too long goes on to another queue. The customer hears nothing of it, and no bot begins. */
export async function overflow(tx: Tx, due: repo.DueTicket, now: Date): Promise<void> {
  const found = await repo.lockIfDue(tx, due, now);
  if (!found) return;
  const { companyId, id: ticketId } = due;
  const { toQueueId, ...told } = found;
  await flowOn(tx, companyId, ticketId, toQueueId, now);
  await addTicketEvent(tx, { companyId, ticketId, userId: null }, { kind: 'overflowed', ...told }, now);
}

export { lockOverflows } from './overflow.repo.ts';

/**
 * Tickets never come back to where they flowed from. The caller holds the lock (`lockOverflows`). ERR_NO_QUEUE_FOUND,
 * ERR_OVERFLOW_CIRCLE.
 *
 * @param queueId null: of a queue that is not there yet
 */
export async function assertFlows(
  tx: Tx,
  companyId: number,
  queueId: number | null,
  toQueueId: number,
): Promise<void> {
  const flow = await repo.followOverflow(tx, companyId, toQueueId);
  if (flow.length === 0) throw new AppError('ERR_NO_QUEUE_FOUND');
  if (queueId !== null && flow.includes(queueId)) throw new AppError('ERR_OVERFLOW_CIRCLE');
}
