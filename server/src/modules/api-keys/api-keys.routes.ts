import * as contracts from '@balcao/shared/features/api-keys/calls.ts';
import type { FastifyInstance } from 'fastify';
import { pageAt, pageOf } from '../../platform/db/page.ts';
import { register } from '../../platform/http/route.ts';
import * as repo from './api-keys.repo.ts';
import { createApiKeys, presentKey } from './api-keys.service.ts';

export function apiKeyRoutes(app: FastifyInstance, deps: { clock: () => Date }): void {
  const keys = createApiKeys(deps);

  register(app, contracts.listApiKeys, async ({ query }, { tx, actor }) => {
    const rows = await repo.list(tx, actor.companyId, query.after, pageAt().limit);
    const { shown, hasMore, next } = pageOf(rows, ({ id }) => String(id));
    return { apiKeys: shown.map(presentKey), hasMore, next };
  });
  register(app, contracts.createApiKey, ({ body }, { tx, actor }) => keys.create(tx, actor, body));
  register(app, contracts.deleteApiKey, ({ params }, { tx, actor }) =>
    keys.revoke(tx, actor, params.apiKeyId),
  );
}
