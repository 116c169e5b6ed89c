import type { Actor } from '@balcao/shared/contract/roles.ts';
import { AppError } from '@balcao/shared/errors.ts';
import { can } from '@balcao/shared/permissions.ts';
import type { Tx } from '../../platform/db/client.ts';
import { sendTransferMessage } from '../ticket-rules/automatic-messages.service.ts';
import { addTicketEvent, type EventDoer, namesOf } from '../ticket-timeline/ticket-events.service.ts';
import * as tracking from '../ticket-tracking/ticket-tracking.service.ts';
import { lockVisible, mayTouch, otherAgentError, placeOf } from './locked-ticket.ts';
import type { TicketBot } from './ticket-bot.ts';
import * as repo from './tickets.repo.ts';

/** `userId` null: whoever takes it; `queueId` null: the queue that it is in. */
export interface TransferTarget {
  userId: number | null;
  queueId: number | null;
}

/** Gives the ticket to an agent or to those of a queue, where what answers by itself begins. */
export async function transfer(
  tx: Tx,
  actor: Actor,
  ticketId: number,
  to: TransferTarget,
  { clock, bot }: { clock: () => Date; bot?: Pick<TicketBot, 'startOwn'> | undefined },
): Promise<void> {
  if (to.userId === null && to.queueId === null) throw new AppError('ERR_VALIDATION');
  const ticket = await lockVisible(tx, actor, ticketId);
  if (ticket.status === 'closed') throw new AppError('ERR_TICKET_CLOSED');
  const queueId = to.queueId ?? ticket.queueId;
  if (ticket.queueId === queueId) {
    if (to.userId === null) return giveBack(tx, actor, ticket, clock);
    if (to.userId === ticket.userId) return;
  }
  if (!mayTouch(actor, ticket)) throw await otherAgentError(tx, actor, ticket);
  const at = clock();
  await move(tx, actor, ticket, { userId: to.userId, queueId }, at);
  if (to.userId === null && queueId !== null) await bot?.startOwn(tx, actor.companyId, ticketId, queueId, at);
}

/** Open → pending, with nobody. @param why is told with it */
export async function giveBack(
  tx: Tx,
  actor: Actor,
  ticket: repo.LockedTicket,
  clock: () => Date,
  why: { away?: true } = {},
): Promise<void> {
  if (ticket.status === 'pending') return;
  if (!mayTouch(actor, ticket)) throw await otherAgentError(tx, actor, ticket);
  const at = clock();
  await repo.returnToQueue(tx, actor.companyId, ticket.id, at);
  await tracking.queue(tx, actor.companyId, ticket.id, at);
  const users = { by: actor.userId, fromUser: ticket.userId };
  const names = await namesOf(tx, actor, users, {});
  await addTicketEvent(tx, placeOf(actor, ticket.id), { kind: 'returned', ...names, ...why }, at);
}

/** Waits on in another queue, of which nobody hears anything: the caller has locked it, and tells why. */
export async function flowOn(
  tx: Tx,
  companyId: number,
  ticketId: number,
  queueId: number,
  at: Date,
): Promise<void> {
  await repo.move(tx, companyId, ticketId, { userId: null, queueId }, at);
  await tracking.enterQueue(tx, companyId, ticketId, at);
}

/**
 * To an agent, or to those of a queue; the customer may be told. A bot that led has ended. ERR_NO_QUEUE_FOUND,
 * ERR_NO_USER_FOUND, ERR_USER_NOT_IN_QUEUE {name}.
 */
async function move(
  tx: Tx,
  by: EventDoer,
  ticket: repo.LockedTicket,
  to: TransferTarget,
  at: Date,
): Promise<void> {
  const { companyId } = by;
  const { userId, queueId } = to;
  await assertReachable(tx, companyId, to, queueId);
  await repo.move(tx, companyId, ticket.id, to, at);
  if (userId !== null) await tracking.handOver(tx, companyId, ticket.id, userId, at);
  else if (ticket.status === 'pending') await tracking.enterQueue(tx, companyId, ticket.id, at);
  else await tracking.queue(tx, companyId, ticket.id, at);
  const users = { by: by.userId, fromUser: ticket.userId, toUser: userId };
  const names = await namesOf(tx, by, users, { fromQueue: ticket.queueId, toQueue: queueId });
  await addTicketEvent(
    tx,
    { companyId, userId: by.userId, ticketId: ticket.id },
    { kind: 'transferred', ...names },
    at,
  );
  const changed = { user: userId !== null && userId !== ticket.userId, queue: queueId !== ticket.queueId };
  await sendTransferMessage(tx, companyId, ticket.id, changed, at);
}

/** The same by a program that answered in it, a rule or a macro. Nothing for a ticket that is gone or closed. */
export async function moveTicket(
  tx: Tx,
  by: EventDoer,
  ticketId: number,
  to: TransferTarget,
  at: Date,
): Promise<void> {
  const ticket = await repo.lock(tx, by.companyId, ticketId);
  if (ticket && ticket.status !== 'closed') await move(tx, by, ticket, to, at);
}

/** The queue exists, and the agent would see the ticket in it. ERR_NO_QUEUE_FOUND, ERR_NO_USER_FOUND, ERR_USER_NOT_IN_QUEUE {name}. */
export async function assertReachable(
  tx: Tx,
  companyId: number,
  to: TransferTarget,
  queueId: number | null,
): Promise<void> {
  if (to.queueId !== null) await assertQueue(tx, companyId, to.queueId);
  if (to.userId === null) return;
  const agent = await repo.lockAgent(tx, companyId, to.userId);
  if (!agent) throw new AppError('ERR_NO_USER_FOUND');
  if (!wouldSee(agent, queueId)) throw new AppError('ERR_USER_NOT_IN_QUEUE', { name: agent.name });
}

/** Whether an agent could be given a ticket of this queue. */
export async function seesTicketsOf(
  tx: Tx,
  companyId: number,
  userId: number,
  queueId: number | null,
): Promise<boolean> {
  const agent = await repo.lockAgent(tx, companyId, userId);
  return agent !== undefined && wouldSee(agent, queueId);
}

const wouldSee = (agent: repo.Agent, queueId: number | null): boolean =>
  queueId === null || can(agent, 'tickets:viewAll') || agent.queueIds.includes(queueId);

/** Throws ERR_NO_QUEUE_FOUND; nobody removes it until the end of the transaction. */
export async function assertQueue(tx: Tx, companyId: number, queueId: number): Promise<void> {
  if (!(await repo.lockQueue(tx, companyId, queueId))) throw new AppError('ERR_NO_QUEUE_FOUND');
}
