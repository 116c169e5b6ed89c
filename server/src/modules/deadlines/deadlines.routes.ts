import * as contracts from '@balcao/shared/features/deadlines/calls.ts';
import type { FastifyInstance } from 'fastify';
import { register } from '../../platform/http/route.ts';
import * as policies from './policies.service.ts';

export function deadlineRoutes(app: FastifyInstance, { clock }: { clock: () => Date }): void {
  register(app, contracts.listDeadlinePolicies, async (_input, { tx, actor }) => ({
    deadlinePolicies: await policies.list(tx, actor),
  }));
  register(app, contracts.createDeadlinePolicy, ({ body }, { tx, actor }) =>
    policies.create(tx, actor, body, clock()),
  );
  register(app, contracts.updateDeadlinePolicy, ({ params, body }, { tx, actor }) =>
    policies.update(tx, actor, params.deadlinePolicyId, body, clock()),
  );
  register(app, contracts.orderDeadlinePolicies, ({ body }, { tx, actor }) =>
    policies.order(tx, actor, body.deadlinePolicyIds),
  );
  register(app, contracts.deleteDeadlinePolicy, ({ params }, { tx, actor }) =>
    policies.remove(tx, actor, params.deadlinePolicyId),
  );
}
