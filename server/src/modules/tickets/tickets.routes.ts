import * as contracts from '@balcao/shared/api/tickets.ts';
import { PAGE_SIZE } from '@balcao/shared/constants.ts';
import { AppError } from '@balcao/shared/errors.ts';
import type { Actor } from '@balcao/shared/permissions.ts';
import type { FastifyInstance } from 'fastify';
import type { Tx } from '../../platform/db/client.ts';
import { register } from '../../platform/http/route.ts';
import type { NumberChecks } from '../contacts/number-checks.ts';
import { presentTicketView } from '../ticket-list/ticket-list.presenter.ts';
import { countViews, findNewestView, findView, listViews } from '../ticket-list/ticket-views.repo.ts';
import { updateTicket } from './ticket-update.ts';
import { assertVisible, type TicketsService } from './tickets.service.ts';

interface Dependencies {
  tickets: TicketsService;
  numbers: Pick<NumberChecks, 'checkBeforeTalking'>;
}

export function ticketRoutes(app: FastifyInstance, { tickets, numbers }: Dependencies): void {
  register(app, contracts.listTickets, async ({ query }, { tx, actor }) => {
    const { pageNumber = 1, ...filter } = query;
    const offset = (Math.max(pageNumber, 1) - 1) * PAGE_SIZE;
    const rows = await listViews(tx, actor, filter, { offset, limit: PAGE_SIZE + 1 });
    return { tickets: rows.slice(0, PAGE_SIZE).map(presentTicketView), hasMore: rows.length > PAGE_SIZE };
  });
  register(app, contracts.countTickets, ({ query }, { tx, actor }) => countViews(tx, actor, query));
  register(app, contracts.getTicket, async ({ params }, { tx, actor }) =>
    presentTicketView(visible(actor, existing(await findView(tx, actor.companyId, { id: params.ticketId })))),
  );
  register(app, contracts.getTicketByUuid, async ({ params: { uuid } }, { tx, actor }) => {
    const named = await findView(tx, actor.companyId, { uuid });
    return presentTicketView(named ? visible(actor, named) : existing(await findNewestView(tx, actor, uuid)));
  });

  register(app, contracts.createTicket, async ({ body }, { actor }) => {
    await numbers.checkBeforeTalking(actor, body.contactId);
    const { contactId, whatsappId = null, queueId = null, status = 'open' } = body;
    return async (tx) => {
      const id = await tickets.create(tx, actor, { contactId, connectionId: whatsappId, queueId, status });
      const row = await findView(tx, actor.companyId, { id });
      if (!row) throw new AppError('ERR_CREATING_TICKET');
      return presentTicketView(row);
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
}

/** Returned to a queue that is not mine, it left my view: the answer to my own command still shows it. */
const changed = async (tx: Tx, { companyId }: Actor, id: number) =>
  presentTicketView(existing(await findView(tx, companyId, { id })));

function existing<T>(row: T | undefined): T {
  if (!row) throw new AppError('ERR_NO_TICKET_FOUND');
  return row;
}

function visible<T extends { scopes: readonly string[] }>(actor: Actor, row: T): T {
  assertVisible(actor, row.scopes);
  return row;
}
