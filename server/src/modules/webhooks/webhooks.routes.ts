import * as contracts from '@balcao/shared/features/webhooks/calls.ts';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../../config.ts';
import type { Database } from '../../platform/db/database.ts';
import { pageAt, pageOf } from '../../platform/db/page.ts';
import { register } from '../../platform/http/route.ts';
import { createAddressRule } from '../../platform/outgoing/address-rule.ts';
import type { Secrets } from '../../platform/secrets.ts';
import type { Outside } from '../../services/outside.ts';
import * as deliveries from '../deliveries/deliveries.service.ts';
import { tryWebhook } from './webhook-trial.service.ts';
import * as repo from './webhooks.repo.ts';
import { createWebhooks, presentWebhook } from './webhooks.service.ts';

interface Deps {
  config: Config;
  db: Database;
  secrets: Secrets;
  outside: Outside;
  clock: () => Date;
}

export function webhookRoutes(app: FastifyInstance, deps: Deps): void {
  const { config, secrets, clock } = deps;
  const isAllowed = createAddressRule(config.outgoing.allow);
  const webhooks = createWebhooks({ secrets, clock, isAllowed, publicUrl: config.publicUrl });

  register(app, contracts.listWebhooks, async ({ query }, { tx, actor }) => {
    const rows = await repo.list(tx, actor.companyId, query, pageAt().limit);
    const { shown, hasMore, next } = pageOf(rows, ({ id }) => String(id));
    return { webhooks: shown.map(presentWebhook), hasMore, next };
  });
  register(app, contracts.getWebhook, async ({ params }, { tx, actor }) =>
    presentWebhook(await webhooks.get(tx, actor, params.webhookId)),
  );
  register(app, contracts.createWebhook, ({ body }, { tx, actor }) => webhooks.create(tx, actor, body));
  register(app, contracts.updateWebhook, ({ params, body }, { tx, actor }) =>
    webhooks.update(tx, actor, params.webhookId, body),
  );
  register(app, contracts.deleteWebhook, ({ params }, { tx, actor }) =>
    webhooks.remove(tx, actor, params.webhookId),
  );
  register(app, contracts.rotateWebhookSecret, ({ params }, { tx, actor }) =>
    webhooks.rotateSecret(tx, actor, params.webhookId),
  );
  register(app, contracts.testWebhook, ({ params }, { actor }) => tryWebhook(deps, actor, params.webhookId));
  register(app, contracts.sumUpWebhookDeliveries, (_input, { tx, actor }) =>
    deliveries.sumUp(tx, actor.companyId, 'webhooks'),
  );
  register(app, contracts.listWebhookDeliveries, async ({ params, query }, { tx, actor }) => {
    const { id: webhookId } = await webhooks.get(tx, actor, params.webhookId);
    return deliveries.listPage(tx, actor.companyId, { webhookId }, query);
  });
  register(app, contracts.getWebhookDelivery, async ({ params }, { tx, actor }) => {
    const { webhookId, webhookDeliveryId } = params;
    const found = await deliveries.get(tx, actor.companyId, { webhookId }, webhookDeliveryId);
    return deliveries.presentDelivery(found);
  });
  register(app, contracts.replayWebhookDelivery, async ({ params }, { tx, actor }) =>
    deliveries.presentDelivery(await webhooks.replay(tx, actor, params.webhookId, params.webhookDeliveryId)),
  );
}
