import type { Actor } from '@balcao/shared/contract/roles.ts';
import { AppError } from '@balcao/shared/errors.ts';
import type { TicketView } from '@balcao/shared/features/tickets/calls.ts';
import * as contracts from '@balcao/shared/features/tickets/calls.ts';
import type { FastifyInstance } from 'fastify';
import type { Tx } from '../../platform/db/client.ts';
import { register } from '../../platform/http/route.ts';
import { orNotFound } from '../../platform/or-not-found.ts';
import type { NumberChecks } from '../contacts/number-checks.ts';
import { showTicket } from '../ticket-list/ticket-list.service.ts';
import { updateTicket } from './ticket-update.ts';
import type { TicketsService } from './tickets.service.ts';

interface Dependencies {
  tickets: TicketsService;
  numbers: Pick<NumberChecks, 'checkBeforeTalking'>;
}

export function ticketRoutes(app: FastifyInstance, { tickets, numbers }: Dependencies): void {
  register(app, contracts.createTicket, async ({ body }, { actor }) => {
    await numbers.checkBeforeTalking(actor, body.contactId);
    const { contactId, whatsappId = null, queueId = null } = body;
    // A program takes no conversation.
    const { status = actor.userId === null ? 'pending' : 'open' } = body;
    return async (tx) => {
      const id = await tickets.create(tx, actor, { contactId, connectionId: whatsappId, queueId, status });
      const created = await showTicket(tx, actor.companyId, id);
      if (!created) throw new AppError('ERR_CREATING_TICKET');
      return created;
    };
  });
  register(app, contracts.deleteTicket, async ({ params }, { tx, actor }) => {
    await tickets.remove(tx, actor, params.ticketId);
  });
  register(app, contracts.updateTicket, async ({ params: { ticketId }, body }, { tx, actor }) => {
    await updateTicket(tx, tickets, actor, ticketId, body);
    return changed(tx, actor, ticketId);
  });
  register(app, contracts.markTicketRead, async ({ params: { ticketId }, body }, { tx, actor }) => {
    await tickets.markRead(tx, actor, ticketId, body?.seenAt);
    return changed(tx, actor, ticketId);
  });
  register(app, contracts.markTicketUnread, async ({ params: { ticketId } }, { tx, actor }) => {
    await tickets.markUnread(tx, actor, ticketId);
    return changed(tx, actor, ticketId);
  });
  register(app, contracts.snoozeTicket, async ({ params: { ticketId }, body }, { tx, actor }) => {
    await tickets.snooze(tx, actor, ticketId, body.until);
    return changed(tx, actor, ticketId);
  });
}

/** Returned to a queue that is not mine, it left my view: the answer to my own command still shows it. */
async function changed(tx: Tx, { companyId }: Actor, id: number): Promise<TicketView> {
  return orNotFound(await showTicket(tx, companyId, id), 'ERR_NO_TICKET_FOUND');
}
