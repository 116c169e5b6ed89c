import * as contracts from '@balcao/shared/api/plans.ts';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../platform/db/database.ts';
import { register } from '../../platform/http/route.ts';
import * as plans from './plans.service.ts';

export function planRoutes(app: FastifyInstance, { db }: { db: Database }): void {
  register(app, contracts.listPublicPlans, () => db.asSystem(plans.list));
  register(app, contracts.listPlans, () => db.asSystem(plans.list));
  register(app, contracts.getPlan, ({ params }) => db.asSystem((tx) => plans.get(tx, params.planId)));
  register(app, contracts.createPlan, ({ body }, { actor }) =>
    db.asSystem((tx) => plans.create(tx, actor, body)),
  );
  register(app, contracts.updatePlan, ({ params, body }, { actor }) =>
    db.asSystem((tx) => plans.update(tx, actor, params.planId, body)),
  );
  register(app, contracts.deletePlan, ({ params }, { actor }) =>
    db.asSystem((tx) => plans.remove(tx, actor, params.planId)),
  );
}
