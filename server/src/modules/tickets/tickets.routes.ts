import * as contracts from '@balcao/shared/api/tickets.ts';
import { PAGE_SIZE } from '@balcao/shared/constants.ts';
import { AppError } from '@balcao/shared/errors.ts';
import type { Actor } from '@balcao/shared/permissions.ts';
import type { FastifyInstance } from 'fastify';
import type { Tx } from '../../platform/db/client.ts';
import type { Database } from '../../platform/db/database.ts';
import { register } from '../../platform/http/route.ts';
import type { NumberChecks } from '../contacts/number-checks.ts';
import { updateTicket } from './ticket-update.ts';
import { countViews, findNewestView, findView, listViews, type TicketKey } from './ticket-views.repo.ts';
import { presentTicketView } from './tickets.presenter.ts';
import { assertVisible, type TicketsService } from './tickets.service.ts';

interface Dependencies {
  db: Database;
  tickets: TicketsService;
  numbers: Pick<NumberChecks, 'checkBeforeTalking'>;
}

export function ticketRoutes(app: FastifyInstance, { db, tickets, numbers }: Dependencies): void {
  const visible = (actor: Actor, key: TicketKey) =>
    db.readCompany(actor.companyId, async (tx) => {
      const row = await findView(tx, actor.companyId, key);
      if (!row) throw new AppError('ERR_NO_TICKET_FOUND');
      assertVisible(actor, row.scopes);
      return presentTicketView(row);
    });

  const changed = (actor: Actor, id: number, change: (tx: Tx) => Promise<void>) =>
    db.withCompany(actor.companyId, async (tx) => {
      await change(tx);
      // Returned to a queue that is not mine, it left my view: the answer to my own command still shows it.
      const row = await findView(tx, actor.companyId, { id });
      if (!row) throw new AppError('ERR_NO_TICKET_FOUND');
      return presentTicketView(row);
    });

  register(app, contracts.listTickets, ({ query }, { actor }) =>
    db.readCompany(actor.companyId, async (tx) => {
      const { pageNumber = 1, ...filter } = query;
      const offset = (Math.max(pageNumber, 1) - 1) * PAGE_SIZE;
      const rows = await listViews(tx, actor, filter, { offset, limit: PAGE_SIZE + 1 });
      return { tickets: rows.slice(0, PAGE_SIZE).map(presentTicketView), hasMore: rows.length > PAGE_SIZE };
    }),
  );
  register(app, contracts.countTickets, ({ query }, { actor }) =>
    db.readCompany(actor.companyId, (tx) => countViews(tx, actor, query)),
  );
  register(app, contracts.getTicket, ({ params }, { actor }) => visible(actor, { id: params.ticketId }));
  register(app, contracts.getTicketByUuid, ({ params: { uuid } }, { actor }) =>
    visible(actor, { uuid }).catch(async (error: unknown) => {
      if (!(error instanceof AppError) || error.code !== 'ERR_NO_TICKET_FOUND') throw error;
      const newest = await db.readCompany(actor.companyId, (tx) => findNewestView(tx, actor, uuid));
      if (!newest) throw error;
      return presentTicketView(newest);
    }),
  );

  register(app, contracts.createTicket, async ({ body }, { actor }) => {
    await numbers.checkBeforeTalking(actor, body.contactId);
    return db.withCompany(actor.companyId, async (tx) => {
      const { contactId, whatsappId = null, queueId = null, status = 'open' } = body;
      const id = await tickets.create(tx, actor, { contactId, connectionId: whatsappId, queueId, status });
      const row = await findView(tx, actor.companyId, { id });
      if (!row) throw new AppError('ERR_CREATING_TICKET');
      return presentTicketView(row);
    });
  });
  register(app, contracts.deleteTicket, async ({ params }, { actor }) => {
    await db.withCompany(actor.companyId, (tx) => tickets.remove(tx, actor, params.ticketId));
  });
  register(app, contracts.updateTicket, ({ params, body }, { actor }) =>
    changed(actor, params.ticketId, (tx) => updateTicket(tx, tickets, actor, params.ticketId, body)),
  );
  register(app, contracts.markTicketRead, ({ params, body }, { actor }) =>
    changed(actor, params.ticketId, (tx) => tickets.markRead(tx, actor, params.ticketId, body?.seenAt)),
  );
}
