import * as contracts from '@balcao/shared/api/queue-integrations.ts';
import type { FastifyInstance } from 'fastify';
import { pageAt, pageOf } from '../../platform/db/page.ts';
import { register } from '../../platform/http/route.ts';
import * as repo from './queue-integrations.repo.ts';
import * as queueIntegrations from './queue-integrations.service.ts';

export function queueIntegrationRoutes(app: FastifyInstance): void {
  register(
    app,
    contracts.listQueueIntegrations,
    async ({ query: { searchParam, pageNumber } }, { tx, actor }) => {
      const rows = await repo.list(tx, actor.companyId, searchParam, pageAt(pageNumber));
      const { shown, hasMore } = pageOf(rows);
      return { queueIntegrations: shown, hasMore };
    },
  );
  register(app, contracts.getQueueIntegration, ({ params }, { tx, actor }) =>
    queueIntegrations.get(tx, actor, params.queueIntegrationId),
  );
  register(app, contracts.createQueueIntegration, ({ body }, { tx, actor }) =>
    queueIntegrations.create(tx, actor, body),
  );
  register(app, contracts.updateQueueIntegration, ({ params, body }, { tx, actor }) =>
    queueIntegrations.update(tx, actor, params.queueIntegrationId, body),
  );
  register(app, contracts.deleteQueueIntegration, ({ params }, { tx, actor }) =>
    queueIntegrations.remove(tx, actor, params.queueIntegrationId),
  );
}
