import * as contracts from '@balcao/shared/features/messages-api/calls.ts';
import type { FastifyInstance } from 'fastify';
import { pageOf } from '../../platform/db/page.ts';
import { register } from '../../platform/http/route.ts';
import * as repo from './messages-api.repo.ts';
import { findMessage, prepareSending, type SendingDeps } from './send-message.service.ts';

export function messagesApiRoutes(app: FastifyInstance, deps: SendingDeps): void {
  register(app, contracts.sendApiMessage, ({ body }, { grant, files }) =>
    prepareSending(deps, grant, body, files),
  );
  register(app, contracts.getApiMessage, ({ params }, { tx, grant }) =>
    findMessage(tx, grant, params.messageId),
  );

  register(app, contracts.listApiCalls, async ({ query }, { tx, actor }) => {
    const rows = await repo.listCalls(tx, actor.companyId, query);
    const { shown, hasMore, next } = pageOf(rows, ({ id }) => String(id));
    return { calls: shown.map((call) => ({ ...call, at: call.at.toISOString() })), hasMore, next };
  });
}
