import { getAiRequest, listAiRequests } from '@balcao/shared/features/ai-requests/calls.ts';
import type { FastifyInstance } from 'fastify';
import { register } from '../../platform/http/route.ts';
import type { Secrets } from '../../platform/secrets.ts';
import * as requests from './ai-requests.service.ts';

export function aiRequestRoutes(app: FastifyInstance, { secrets }: { secrets: Secrets }): void {
  register(app, listAiRequests, ({ query }, { tx, actor }) =>
    requests.listPage(tx, actor.companyId, query.after),
  );
  register(app, getAiRequest, ({ params }, { tx, actor }) =>
    requests.open(tx, actor.companyId, params.requestId, secrets),
  );
}
