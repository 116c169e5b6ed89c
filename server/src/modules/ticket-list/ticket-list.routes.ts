import type { Actor } from '@balcao/shared/contract/roles.ts';
import * as contracts from '@balcao/shared/features/tickets/calls.ts';
import type { FastifyInstance } from 'fastify';
import { pageAt, pageOf } from '../../platform/db/page.ts';
import { register } from '../../platform/http/route.ts';
import { orNotFound } from '../../platform/or-not-found.ts';
import { presentTicketView } from './ticket-list.presenter.ts';
import { assertVisible } from './ticket-list.service.ts';
import { countViews, findNewestView, findView, listViews } from './ticket-views.repo.ts';

export function ticketListRoutes(app: FastifyInstance): void {
  register(app, contracts.listTickets, async ({ query }, { tx, actor }) => {
    const { pageNumber, ...filter } = query;
    const rows = await listViews(tx, actor, filter, pageAt(pageNumber));
    const { shown, hasMore } = pageOf(rows);
    return { tickets: shown.map(presentTicketView), hasMore };
  });
  register(app, contracts.countTickets, ({ query }, { tx, actor }) => countViews(tx, actor, query));
  register(app, contracts.getTicket, async ({ params }, { tx, actor }) =>
    presentTicketView(
      visible(
        actor,
        orNotFound(await findView(tx, actor.companyId, { id: params.ticketId }), 'ERR_NO_TICKET_FOUND'),
      ),
    ),
  );
  register(app, contracts.getTicketByUuid, async ({ params: { uuid } }, { tx, actor }) => {
    const named = await findView(tx, actor.companyId, { uuid });
    return presentTicketView(
      named
        ? visible(actor, named)
        : orNotFound(await findNewestView(tx, actor, uuid), 'ERR_NO_TICKET_FOUND'),
    );
  });
}

function visible<T extends { scopes: readonly string[] }>(actor: Actor, row: T): T {
  assertVisible(actor, row.scopes);
  return row;
}
