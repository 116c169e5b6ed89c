import type { Actor } from '@balcao/shared/contract/roles.ts';
import { AppError } from '@balcao/shared/errors.ts';
import type { Tx } from '../../platform/db/client.ts';
import { addTicketEvent, namesOf } from '../ticket-timeline/ticket-events.service.ts';
import * as tracking from '../ticket-tracking/ticket-tracking.service.ts';
import {
  assertQueue,
  type LockedTicket,
  lockVisible,
  mayTouch,
  otherAgentError,
} from '../tickets/tickets.service.ts';
import { startBot, stopBot } from './bot.service.ts';

/**
 * What agents do to the bot of a ticket. Both throw ERR_NO_TICKET_FOUND, ERR_TICKET_FOREIGN_QUEUE, ERR_TICKET_CLOSED and
 * ERR_OTHER_OPEN_TICKET {name} for a colleague's ticket.
 */

/** No bot says anything more in this service cycle. Nothing for a ticket that people have: it is silent there. */
export async function silenceBot(tx: Tx, actor: Actor, ticketId: number, at: Date): Promise<void> {
  const ticket = await lockUnderWay(tx, actor, ticketId);
  if (ticket.status !== 'pending') return;
  const { by } = await namesOf(tx, actor, { by: actor.userId }, {});
  await stopBot(tx, { companyId: actor.companyId, ticketId, userId: actor.userId }, 'agent', by, at);
}

/**
 * The ticket waits again, and the bot begins: with the options of this queue, or of the ticket's own, or with the menu of
 * queues. ERR_NO_QUEUE_FOUND, ERR_BOT_HAS_NOTHING_TO_SAY.
 */
export async function handToBot(
  tx: Tx,
  actor: Actor,
  ticketId: number,
  queueId: number | null,
  at: Date,
): Promise<void> {
  const { companyId, userId } = actor;
  const ticket = await lockUnderWay(tx, actor, ticketId);
  if (queueId !== null) await assertQueue(tx, companyId, queueId);
  const inQueue = queueId ?? ticket.queueId;
  if (ticket.chatbot && inQueue === ticket.queueId) return;
  const names = await namesOf(tx, actor, { by: userId }, { queue: inQueue });
  await addTicketEvent(tx, { companyId, ticketId, userId }, { kind: 'botStarted', ...names }, at);
  await tracking.queue(tx, companyId, ticketId, at);
  if (!(await startBot(tx, { companyId, ticketId }, inQueue, at)))
    throw new AppError('ERR_BOT_HAS_NOTHING_TO_SAY');
}

async function lockUnderWay(tx: Tx, actor: Actor, ticketId: number): Promise<LockedTicket> {
  const ticket = await lockVisible(tx, actor, ticketId);
  if (ticket.status === 'closed') throw new AppError('ERR_TICKET_CLOSED');
  if (!mayTouch(actor, ticket)) throw await otherAgentError(tx, actor, ticket);
  return ticket;
}
