import * as contracts from '@balcao/shared/features/ticket-views/calls.ts';
import type { FastifyInstance } from 'fastify';
import { register } from '../../platform/http/route.ts';
import * as repo from './ticket-views.repo.ts';
import * as ticketViews from './ticket-views.service.ts';

export function ticketViewRoutes(app: FastifyInstance): void {
  register(app, contracts.listTicketViews, async (_input, { tx, actor }) => ({
    ticketViews: await repo.list(tx, actor),
  }));
  register(app, contracts.createTicketView, ({ body }, { tx, actor }) => ticketViews.create(tx, actor, body));
  register(app, contracts.updateTicketView, ({ params, body }, { tx, actor }) =>
    ticketViews.update(tx, actor, params.ticketViewId, body),
  );
  register(app, contracts.orderTicketViews, ({ body }, { tx, actor }) => ticketViews.order(tx, actor, body));
  register(app, contracts.deleteTicketView, ({ params }, { tx, actor }) =>
    ticketViews.remove(tx, actor, params.ticketViewId),
  );
}
