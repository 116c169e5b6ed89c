import * as contracts from '@balcao/shared/features/queue-integrations/calls.ts';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../../config.ts';
import type { Database } from '../../platform/db/database.ts';
import { pageAt, pageOf } from '../../platform/db/page.ts';
import { register } from '../../platform/http/route.ts';
import { createAddressRule } from '../../platform/outgoing/address-rule.ts';
import type { Secrets } from '../../platform/secrets.ts';
import type { Outside } from '../../services/outside.ts';
import * as deliveries from '../deliveries/deliveries.service.ts';
import { tryDialogflow, tryIntegration } from './integration-trial.service.ts';
import { presentIntegration } from './queue-integrations.presenter.ts';
import * as repo from './queue-integrations.repo.ts';
import { createQueueIntegrations } from './queue-integrations.service.ts';
import { replay } from './replay.service.ts';

interface Deps {
  config: Config;
  db: Database;
  secrets: Secrets;
  outside: Outside;
  clock: () => Date;
}

export function queueIntegrationRoutes(app: FastifyInstance, deps: Deps): void {
  const { config, secrets, clock } = deps;
  const isAllowed = createAddressRule(config.outgoing.allow);
  const integrations = createQueueIntegrations({ secrets, clock, isAllowed });

  register(
    app,
    contracts.listQueueIntegrations,
    async ({ query: { searchParam, pageNumber } }, { tx, actor }) => {
      const rows = await repo.list(tx, actor.companyId, searchParam, pageAt(pageNumber));
      const { shown, hasMore } = pageOf(rows);
      const count = await repo.count(tx, actor.companyId, searchParam);
      return { queueIntegrations: shown.map(presentIntegration), count, hasMore };
    },
  );
  register(app, contracts.getQueueIntegration, async ({ params }, { tx, actor }) =>
    presentIntegration(await integrations.get(tx, actor, params.queueIntegrationId)),
  );
  register(app, contracts.createQueueIntegration, async ({ body }, { tx, actor }) =>
    presentIntegration(await integrations.create(tx, actor, body)),
  );
  register(app, contracts.updateQueueIntegration, async ({ params, body }, { tx, actor }) =>
    presentIntegration(await integrations.update(tx, actor, params.queueIntegrationId, body)),
  );
  register(app, contracts.deleteQueueIntegration, ({ params }, { tx, actor }) =>
    integrations.remove(tx, actor, params.queueIntegrationId),
  );
  register(app, contracts.getSigningSecret, ({ params }, { tx, actor }) =>
    integrations.showSecret(tx, actor, params.queueIntegrationId),
  );
  register(app, contracts.rotateSigningSecret, ({ params }, { tx, actor }) =>
    integrations.rotateSecret(tx, actor, params.queueIntegrationId),
  );

  register(app, contracts.testDialogflowSession, ({ body }) => tryDialogflow(deps, body));
  register(app, contracts.testQueueIntegration, ({ body }, { actor }) => tryIntegration(deps, actor, body));

  register(app, contracts.sumUpDeliveries, (_input, { tx, actor }) =>
    deliveries.sumUp(tx, actor.companyId, 'queue_integrations'),
  );
  register(app, contracts.listDeliveries, async ({ params, query }, { tx, actor }) => {
    const { id: integrationId } = await integrations.get(tx, actor, params.queueIntegrationId);
    return deliveries.listPage(tx, actor.companyId, { integrationId }, query);
  });
  register(app, contracts.getDelivery, async ({ params }, { tx, actor }) => {
    const { queueIntegrationId: integrationId, deliveryId } = params;
    const found = await deliveries.get(tx, actor.companyId, { integrationId }, deliveryId);
    return deliveries.presentDelivery(found);
  });
  register(app, contracts.replayDelivery, async ({ params }, { tx, actor }) => {
    const integration = await integrations.get(tx, actor, params.queueIntegrationId);
    const told = await replay(tx, actor, integration, params.deliveryId, clock());
    return deliveries.presentDelivery(told);
  });
}
