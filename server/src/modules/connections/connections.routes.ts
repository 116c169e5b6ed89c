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
    work: (tx: Tx) => Promise<ConnectionRecord>,
  ): Promise<contracts.ConnectionView> =>
    presentConnection(actor, await db.withCompany(actor.companyId, work));

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
    change(actor, (tx) => connections.create(tx, actor, body)),
  );
  register(app, contracts.updateConnection, ({ params, body }, { actor }) =>
    change(actor, (tx) => connections.update(tx, actor, params.whatsappId, body)),
  );
  register(app, contracts.deleteConnection, async ({ params }, { actor }) =>
    db.withCompany(actor.companyId, (tx) => connections.remove(tx, actor, params.whatsappId)),
  );
  register(app, contracts.startSession, ({ params }, { actor }) =>
    change(actor, (tx) => connections.startSession(tx, actor, params.whatsappId)),
  );
  register(app, contracts.renewSession, ({ params }, { actor }) =>
    change(actor, (tx) => connections.renewSession(tx, actor, params.whatsappId)),
  );
  register(app, contracts.endSession, ({ params }, { actor }) =>
    change(actor, (tx) => connections.endSession(tx, actor, params.whatsappId)),
  );
}
