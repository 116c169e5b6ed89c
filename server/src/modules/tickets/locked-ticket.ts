import type { Actor } from '@balcao/shared/contract/roles.ts';
import { AppError } from '@balcao/shared/errors.ts';
import { can } from '@balcao/shared/permissions.ts';
import type { Tx } from '../../platform/db/client.ts';
import { assertVisible } from '../ticket-list/ticket-list.service.ts';
import { otherOpen } from './sending-connection.ts';
import * as repo from './tickets.repo.ts';

export type { LockedTicket } from './tickets.repo.ts';

/** The ticket, locked until the end of the transaction, for what nobody does. */
export const lockTicket = repo.lock;

/** The ticket, locked until the end of the transaction, if the actor sees it. */
export async function lockVisible(tx: Tx, actor: Actor, ticketId: number): Promise<repo.LockedTicket> {
  const ticket = await repo.lock(tx, actor.companyId, ticketId);
  if (!ticket) throw new AppError('ERR_NO_TICKET_FOUND');
  assertVisible(actor, ticket.scopes);
  return ticket;
}

/** The ticket, locked, if it is under way and the actor may act on it. */
export async function lockUnderWay(tx: Tx, actor: Actor, ticketId: number): Promise<repo.LockedTicket> {
  const ticket = await lockVisible(tx, actor, ticketId);
  if (ticket.status === 'closed') throw new AppError('ERR_TICKET_CLOSED');
  if (!mayTouch(actor, ticket)) throw await otherAgentError(tx, actor, ticket);
  return ticket;
}

/** Whether no agent has it, the actor has it, or the actor may act on colleagues' tickets. */
export function mayTouch(actor: Actor, ticket: Pick<repo.LockedTicket, 'status' | 'userId'>): boolean {
  return ticket.status !== 'open' || ticket.userId === actor.userId || can(actor, 'tickets:takeOver');
}

/** ERR_OTHER_OPEN_TICKET with the name of the agent who has it. */
export async function otherAgentError(
  tx: Tx,
  actor: Actor,
  ticket: Pick<repo.LockedTicket, 'userId'>,
): Promise<AppError> {
  const name = ticket.userId === null ? undefined : await repo.userName(tx, actor.companyId, ticket.userId);
  return otherOpen(name ?? null);
}

/** Where a ticket's event is noted that the actor has caused. */
export const placeOf = ({ companyId, userId }: Actor, ticketId: number) => ({ companyId, ticketId, userId });
