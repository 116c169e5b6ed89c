import type { Actor } from '@balcao/shared/contract/roles.ts';
import { AppError } from '@balcao/shared/errors.ts';
import type { Tx } from '../../platform/db/client.ts';
import { isUniqueViolation } from '../../platform/db/errors.ts';
import * as repo from './tickets.repo.ts';

/**
 * Through which connection a ticket's customer is answered: its own, as long as it exists, because that is the number
 * the customer knows; while it is down the message waits. When it was deleted, the agent's own if it is connected, else
 * the default, else any that is connected. The customer will answer there, so the ticket moves
 * with its tracking: what was said before keeps the connection it went through, and stays in the conversation.
 *
 * A contact has one conversation under way on a connection. When there is one already, the agent must go on in that:
 * ERR_OTHER_OPEN_TICKET {name}. ERR_NO_DEF_WAPP_FOUND when nothing is connected.
 */
export async function sendingConnection(
  tx: Tx,
  actor: Actor,
  ticket: Pick<repo.LockedTicket, 'id' | 'contactId' | 'connectionId' | 'hasConnection'>,
): Promise<number> {
  if (ticket.hasConnection) return ticket.connectionId;
  const connectionId = await connectedOne(tx, actor, ticket.contactId);
  const other = await repo.findUnderWay(tx, actor.companyId, ticket.contactId, connectionId);
  if (other) throw otherOpen(other.userName);
  try {
    await repo.moveToConnection(tx, actor.companyId, ticket.id, connectionId);
  } catch (error) {
    throw isUniqueViolation(error, 'tickets_one_under_way') ? otherOpen(null) : error;
  }
  return connectionId;
}

/** The agent's own connection if it is connected, else the default, else any: of those that lead to the contact. */
export async function connectedOne(tx: Tx, { companyId, userId }: Actor, contactId: number): Promise<number> {
  const id = await repo.findConnected(tx, companyId, userId, contactId);
  if (id === undefined) throw new AppError('ERR_NO_DEF_WAPP_FOUND');
  return id;
}

/** The contact's other conversation: who leads it, and where it is for somebody who may see it. */
export function otherOpen(name: string | null, ticketUuid: string | null = null): AppError {
  return new AppError('ERR_OTHER_OPEN_TICKET', {
    ...(name ? { name } : {}),
    ...(ticketUuid ? { ticketUuid } : {}),
  });
}
