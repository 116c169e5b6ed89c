import * as contracts from '@balcao/shared/api/connections.ts';
import type { Actor } from '@balcao/shared/permissions.ts';
import type { FastifyInstance } from 'fastify';
import type { Tx } from '../../platform/db/client.ts';
import type { Database } from '../../platform/db/database.ts';
import { register } from '../../platform/http/route.ts';
import { presentConnection } from './connections.presenter.ts';
import type { ConnectionRecord } from './connections.repo.ts';
import * as connections from './connections.service.ts';

export function connectionRoutes(app: FastifyInstance, { db }: { db: Database }): void {
  const change = async (
    actor: Actor,
    work: (tx: Tx, companyId: number) => Promise<ConnectionRecord>,
  ): Promise<contracts.ConnectionView> =>
    presentConnection(actor, await db.withCompany(actor.companyId, (tx) => work(tx, actor.companyId)));

  register(app, contracts.listConnections, async (_input, { actor }) => {
    const rows = await db.readCompany(actor.companyId, (tx) => connections.list(tx, actor.companyId));
    return rows.map((row) => presentConnection(actor, row));
  });
  register(app, contracts.getConnection, async ({ params }, { actor }) => {
    const id = params.whatsappId;
    const row = await db.readCompany(actor.companyId, (tx) => connections.get(tx, actor.companyId, id));
    return presentConnection(actor, row);
  });
  register(app, contracts.createConnection, ({ body }, { actor }) =>
    change(actor, (tx, company) => connections.create(tx, company, body)),
  );
  register(app, contracts.updateConnection, ({ params, body }, { actor }) =>
    change(actor, (tx, company) => connections.update(tx, company, params.whatsappId, body)),
  );
  register(app, contracts.deleteConnection, async ({ params }, { actor }) =>
    db.withCompany(actor.companyId, (tx) => connections.remove(tx, actor.companyId, params.whatsappId)),
  );
  register(app, contracts.startSession, ({ params }, { actor }) =>
    change(actor, (tx, company) => connections.startSession(tx, company, params.whatsappId)),
  );
  register(app, contracts.renewSession, ({ params }, { actor }) =>
    change(actor, (tx, company) => connections.renewSession(tx, company, params.whatsappId)),
  );
  register(app, contracts.endSession, ({ params }, { actor }) =>
    change(actor, (tx, company) => connections.endSession(tx, company, params.whatsappId)),
  );
}
