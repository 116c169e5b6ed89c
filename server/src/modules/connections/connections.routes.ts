import * as contracts from '@balcao/shared/api/connections.ts';
import { PAGE_SIZE } from '@balcao/shared/constants.ts';
import type { Actor } from '@balcao/shared/permissions.ts';
import type { FastifyInstance } from 'fastify';
import type { Tx } from '../../platform/db/client.ts';
import type { Database } from '../../platform/db/database.ts';
import { register } from '../../platform/http/route.ts';
import { presentConnection, presentDetails, presentEvent } from './connections.presenter.ts';
import type { ConnectionRecord } from './connections.repo.ts';
import * as connections from './connections.service.ts';

export function connectionRoutes(app: FastifyInstance, { db }: { db: Database }): void {
  const change = async (
    actor: Actor,
    work: (tx: Tx) => Promise<ConnectionRecord>,
  ): Promise<contracts.ConnectionView> =>
    presentConnection(actor, await db.withCompany(actor.companyId, work));

  register(app, contracts.listConnections, async (_input, { actor }) => {
    const rows = await db.readCompany(actor.companyId, (tx) => connections.list(tx, actor.companyId));
    return rows.map((row) => presentConnection(actor, row));
  });
  register(app, contracts.getConnection, async ({ params: { whatsappId } }, { actor }) => {
    const { companyId } = actor;
    const { row, queueIds } = await db.readCompany(companyId, (tx) =>
      connections.getDetails(tx, companyId, whatsappId),
    );
    return presentDetails(actor, row, queueIds);
  });
  register(app, contracts.listConnectionEvents, async ({ params, query: { pageNumber = 1 } }, { actor }) => {
    const page = { offset: (Math.max(pageNumber, 1) - 1) * PAGE_SIZE, limit: PAGE_SIZE + 1 };
    const rows = await db.readCompany(actor.companyId, (tx) =>
      connections.listEvents(tx, actor.companyId, params.whatsappId, page),
    );
    return { events: rows.slice(0, PAGE_SIZE).map(presentEvent), hasMore: rows.length > PAGE_SIZE };
  });
  register(app, contracts.createConnection, async ({ body }, { actor }) => {
    const { row, queueIds } = await db.withCompany(actor.companyId, (tx) =>
      connections.create(tx, actor, body),
    );
    return presentDetails(actor, row, queueIds);
  });
  register(app, contracts.updateConnection, async ({ params, body }, { actor }) => {
    const { row, queueIds } = await db.withCompany(actor.companyId, (tx) =>
      connections.update(tx, actor, params.whatsappId, body),
    );
    return presentDetails(actor, row, queueIds);
  });
  register(app, contracts.deleteConnection, async ({ params }, { actor }) =>
    db.withCompany(actor.companyId, (tx) => connections.remove(tx, actor, params.whatsappId)),
  );
  register(app, contracts.startSession, ({ params }, { actor }) =>
    change(actor, (tx) => connections.startSession(tx, actor, params.whatsappId)),
  );
  register(app, contracts.renewSession, ({ params, body }, { actor }) =>
    change(actor, (tx) => connections.renewSession(tx, actor, params.whatsappId, body.number ?? null)),
  );
  register(app, contracts.endSession, ({ params }, { actor }) =>
    change(actor, (tx) => connections.endSession(tx, actor, params.whatsappId)),
  );
}
