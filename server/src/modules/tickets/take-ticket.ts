import type { Actor } from '@balcao/shared/contract/roles.ts';
import { AppError } from '@balcao/shared/errors.ts';
import type { TicketEvent } from '@balcao/shared/features/ticket-timeline/event.ts';
import type { Tx } from '../../platform/db/client.ts';
import { isUniqueViolation } from '../../platform/db/errors.ts';
import { personOf } from '../../platform/http/admission.ts';
import { greetAccepted } from '../ticket-rules/automatic-messages.service.ts';
import { addTicketEvent, namesOf } from '../ticket-timeline/ticket-events.service.ts';
import * as tracking from '../ticket-tracking/ticket-tracking.service.ts';
import { lockVisible, otherAgentError, placeOf } from './locked-ticket.ts';
import { otherOpen } from './sending-connection.ts';
import * as repo from './tickets.repo.ts';

/** Pending → open with the actor; the customer may be greeted. */
export async function accept(tx: Tx, actor: Actor, ticketId: number, clock: () => Date): Promise<void> {
  personOf(actor);
  const at = clock();
  if (await repo.takePending(tx, actor, ticketId, at)) {
    const { by } = await namesOf(tx, actor, { by: actor.userId }, {});
    return begin(tx, actor, ticketId, { userId: actor.userId, event: { kind: 'accepted', by } }, at);
  }
  await expectOwn(tx, actor, ticketId);
}

/**
 * The same for whoever uses a macro, or whom a rule names and who would see it. ERR_NO_USER_FOUND.
 *
 * @param doer null: a rule, and nobody has done it
 */
export async function acceptFor(
  tx: Tx,
  { companyId, userId: doer }: { companyId: number; userId: number | null },
  ticketId: number,
  userId: number,
  at: Date,
): Promise<void> {
  const agent = await repo.lockAgent(tx, companyId, userId);
  if (!agent) throw new AppError('ERR_NO_USER_FOUND');
  const actor = { companyId, userId, ...agent };
  if (!(await repo.takePending(tx, actor, ticketId, at))) return expectOwn(tx, actor, ticketId);
  const event: TicketEvent =
    doer === null
      ? { kind: 'assigned', toUser: agent.name, why: 'rule' }
      : { kind: 'accepted', by: agent.name };
  await begin(tx, actor, ticketId, { userId: doer, event }, at);
}

/** Nothing is to be done about a ticket that they have. ERR_TICKET_NOT_PENDING, ERR_TICKET_OTHER_AGENT. */
async function expectOwn(tx: Tx, actor: Actor, ticketId: number): Promise<void> {
  const ticket = await lockVisible(tx, actor, ticketId);
  if (ticket.status === 'closed') throw new AppError('ERR_TICKET_NOT_PENDING');
  if (ticket.userId !== actor.userId) throw await otherAgentError(tx, actor, ticket);
}

/**
 * The same for an agent to whom a queue gives it, without being asked.
 *
 * @returns false when it does not wait any more, or they would not see it
 */
export async function giveTo(
  tx: Tx,
  { companyId, userId }: { companyId: number; userId: number },
  ticketId: number,
  why: Extract<TicketEvent, { kind: 'assigned' }>['why'],
  at: Date,
): Promise<boolean> {
  const agent = await repo.lockAgent(tx, companyId, userId);
  if (!agent) return false;
  const actor = { companyId, userId, ...agent };
  if (!(await repo.takePending(tx, actor, ticketId, at))) return false;
  const event = { kind: 'assigned', toUser: agent.name, why } as const;
  await begin(tx, actor, ticketId, { userId: null, event }, at);
  return true;
}

/** The agent has it: figures, conversation and customer hear of it. @param told whose deed the conversation tells */
async function begin(
  tx: Tx,
  actor: Actor,
  ticketId: number,
  told: { userId: number | null; event: TicketEvent },
  at: Date,
): Promise<void> {
  const { companyId } = actor;
  await tracking.start(tx, actor, ticketId, at);
  await addTicketEvent(tx, { companyId, ticketId, userId: told.userId }, told.event, at);
  await greetAccepted(tx, companyId, ticketId, at);
}

/** Closed → open with the actor; one that came back by itself is accepted. */
export async function reopen(tx: Tx, actor: Actor, ticketId: number, clock: () => Date): Promise<void> {
  personOf(actor);
  const ticket = await lockVisible(tx, actor, ticketId);
  if (ticket.status === 'pending') return accept(tx, actor, ticketId, clock);
  if (ticket.status === 'open') {
    if (ticket.userId !== actor.userId) throw await otherAgentError(tx, actor, ticket);
    return;
  }
  const other = await repo.findUnderWay(tx, actor.companyId, ticket.contactId, ticket.connectionId);
  if (other) throw otherOpen(other.userName);
  const at = clock();
  try {
    await repo.reopen(tx, actor, ticketId, at);
  } catch (error) {
    // The customer wrote in this very moment and has a new ticket.
    throw isUniqueViolation(error, 'tickets_one_under_way') ? otherOpen(null) : error;
  }
  await tracking.start(tx, actor, ticketId, at);
  const { by } = await namesOf(tx, actor, { by: actor.userId }, {});
  await addTicketEvent(tx, placeOf(actor, ticketId), { kind: 'reopened', by, toUser: by }, at);
}
