import * as contracts from '@balcao/shared/features/dashboard/calls.ts';
import type { FastifyInstance } from 'fastify';
import { register } from '../../platform/http/route.ts';
import type { Clock } from '../../platform/jobs/job.ts';
import * as service from './dashboard.service.ts';
import { readDeadlines } from './kept-deadlines.service.ts';

export function dashboardRoutes(app: FastifyInstance, { clock }: { clock: Clock }): void {
  register(app, contracts.getDashboard, ({ query }, { tx, actor }) =>
    service.readDashboard(tx, actor, query, clock()),
  );
  register(app, contracts.getTicketsByDay, ({ query }, { tx, actor }) =>
    service.readTicketsByDay(tx, actor, query, clock()),
  );
  register(app, contracts.getTicketsByUser, ({ query }, { tx, actor }) =>
    service.readTicketsByUser(tx, actor, query, clock()),
  );
  register(app, contracts.getDashboardSources, ({ query }, { tx, actor }) =>
    service.readSources(tx, actor, query, clock()),
  );
  register(app, contracts.getDashboardDeadlines, ({ query }, { tx, actor }) =>
    readDeadlines(tx, actor, query, clock()),
  );
  register(app, contracts.getDashboardNow, (_input, { tx, actor }) => service.readNow(tx, actor));
  register(app, contracts.getOwnFigures, ({ query }, { tx, actor }) =>
    service.readOwnFigures(tx, actor, query, clock()),
  );
}
