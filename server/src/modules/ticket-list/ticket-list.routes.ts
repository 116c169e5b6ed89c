import * as contracts from '@balcao/shared/api/tickets.ts';
import { PAGE_SIZE } from '@balcao/shared/constants.ts';
import { AppError } from '@balcao/shared/errors.ts';
import type { Actor } from '@balcao/shared/permissions.ts';
import type { FastifyInstance } from 'fastify';
import { pageOf } from '../../platform/db/page.ts';
import { register } from '../../platform/http/route.ts';
import { presentTicketView } from './ticket-list.presenter.ts';
import { assertVisible } from './ticket-list.service.ts';
import { countViews, findNewestView, findView, listViews } from './ticket-views.repo.ts';

export function ticketListRoutes(app: FastifyInstance): void {
  register(app, contracts.listTickets, async ({ query }, { tx, actor }) => {
    const { pageNumber, ...filter } = query;
    const rows = await listViews(tx, actor, filter, pageOf(pageNumber));
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
}

function existing<T>(row: T | undefined): T {
  if (!row) throw new AppError('ERR_NO_TICKET_FOUND');
  return row;
}

function visible<T extends { scopes: readonly string[] }>(actor: Actor, row: T): T {
  assertVisible(actor, row.scopes);
  return row;
}
