import * as contracts from '@balcao/shared/features/connections/calls.ts';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../platform/db/database.ts';
import { pageAt, pageOf } from '../../platform/db/page.ts';
import { register } from '../../platform/http/route.ts';
import type { NoticeAddresses } from '../../platform/notice-address.ts';
import type { Secrets } from '../../platform/secrets.ts';
import type { Outside } from '../../services/outside.ts';
import { presentConnection, presentDetails, presentEvent } from './connections.presenter.ts';
import * as connections from './connections.service.ts';
import { hubChannels } from './hub-channels.service.ts';

interface Deps {
  clock: () => Date;
  db: Database;
  secrets: Secrets;
  noticeAddresses: NoticeAddresses;
  outside: Outside;
}

export function connectionRoutes(app: FastifyInstance, deps: Deps): void {
  const { secrets, noticeAddresses } = deps;
  register(app, contracts.listConnections, async (_input, { tx, actor }) => {
    const rows = await connections.list(tx, actor.companyId);
    return rows.map((row) => presentConnection(actor, row));
  });
  register(app, contracts.getConnection, async ({ params: { whatsappId } }, { tx, actor }) => {
    const { row, queueIds } = await connections.getDetails(tx, actor.companyId, whatsappId);
    return presentDetails(actor, row, queueIds, noticeAddresses);
  });
  register(app, contracts.listConnectionEvents, async ({ params, query }, { tx, actor }) => {
    const rows = await connections.listEvents(
      tx,
      actor.companyId,
      params.whatsappId,
      pageAt(query.pageNumber),
    );
    const { shown, hasMore } = pageOf(rows);
    return { events: shown.map(presentEvent), hasMore };
  });
  register(app, contracts.listConnectionDays, async (_input, { tx, actor }) => ({
    days: await connections.listDays(tx, actor.companyId, deps.clock()),
  }));
  register(app, contracts.createConnection, async ({ body }, { tx, actor }) => {
    const { row, queueIds } = await connections.create(tx, actor, body, secrets);
    return presentDetails(actor, row, queueIds, noticeAddresses);
  });
  register(app, contracts.listHubChannels, ({ body }, { actor }) =>
    hubChannels(deps, actor.companyId, body.hubToken),
  );
  register(app, contracts.updateConnection, async ({ params, body }, { tx, actor }) => {
    const { row, queueIds } = await connections.update(tx, actor, params.whatsappId, body, secrets);
    return presentDetails(actor, row, queueIds, noticeAddresses);
  });
  register(app, contracts.deleteConnection, ({ params }, { tx, actor }) =>
    connections.remove(tx, actor, params.whatsappId),
  );
  register(app, contracts.startSession, async ({ params }, { tx, actor }) =>
    presentConnection(actor, await connections.startSession(tx, actor, params.whatsappId)),
  );
  register(app, contracts.renewSession, async ({ params, body: { number = null } }, { tx, actor }) =>
    presentConnection(actor, await connections.renewSession(tx, actor, params.whatsappId, number)),
  );
  register(app, contracts.endSession, async ({ params }, { tx, actor }) =>
    presentConnection(actor, await connections.endSession(tx, actor, params.whatsappId)),
  );
}
