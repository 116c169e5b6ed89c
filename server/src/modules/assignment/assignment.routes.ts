import * as contracts from '@balcao/shared/features/assignment/calls.ts';
import type { FastifyInstance } from 'fastify';
import { register } from '../../platform/http/route.ts';
import * as repo from './agents.repo.ts';
import * as agents from './agents.service.ts';

export function assignmentRoutes(app: FastifyInstance, { clock }: { clock: () => Date }): void {
  register(app, contracts.listAgents, async (_input, { tx, actor }) => ({
    agents: await repo.list(tx, actor.companyId),
    waiting: await repo.listWaiting(tx, actor.companyId),
  }));
  register(app, contracts.updateCapacity, ({ params, body }, { tx, actor }) =>
    agents.updateCapacity(tx, actor, params.userId, body),
  );
  register(app, contracts.setAway, async ({ params, body }, { tx, actor }) => ({
    awayUntil: body.until,
    handedBack: await agents.setAway(tx, actor, params.userId, body, clock),
  }));
  register(app, contracts.handOver, ({ params, body }, { tx, actor }) =>
    agents.handOver(tx, actor, params.userId, body.toUserId, clock),
  );
}
