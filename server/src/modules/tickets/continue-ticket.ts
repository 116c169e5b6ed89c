import type { Actor } from '@balcao/shared/contract/roles.ts';
import type { Tx } from '../../platform/db/client.ts';
import { lockVisible } from './locked-ticket.ts';
import { accept, reopen } from './take-ticket.ts';
import * as repo from './tickets.repo.ts';

/**
 * The conversation in which somebody goes on with the customer of a ticket: the one under way there, which is accepted if it
 * waits, else the ticket itself, reopened. Whether the actor may write in it, writing says.
 *
 * @returns its id
 */
export async function continueTicket(
  tx: Tx,
  actor: Actor,
  ticketId: number,
  clock: () => Date,
): Promise<number> {
  const ticket = await lockVisible(tx, actor, ticketId);
  const { contactId, connectionId } = ticket;
  const current =
    ticket.status === 'closed'
      ? await repo.findUnderWay(tx, actor.companyId, contactId, connectionId)
      : ticket;
  if (!current) await reopen(tx, actor, ticketId, clock);
  else if (current.status === 'pending') await accept(tx, actor, current.id, clock);
  return current?.id ?? ticketId;
}
