import * as contracts from '@balcao/shared/api/plans.ts';
import { PLAN_FLAGS } from '@balcao/shared/permissions.ts';
import type { FastifyInstance } from 'fastify';
import type { Bus } from '../../platform/bus.ts';
import type { Database } from '../../platform/db/database.ts';
import { register } from '../../platform/http/route.ts';
import { tellCompaniesOfPlan } from '../companies/tell-company.ts';
import * as plans from './plans.service.ts';

export function planRoutes(app: FastifyInstance, deps: { db: Database; bus: Bus }): void {
  const { db } = deps;
  let telling = Promise.resolve();
  app.addHook('onClose', () => telling);
  const tell = (planId: number) => {
    telling = telling
      .then(() => tellCompaniesOfPlan(deps, planId))
      .catch((error: unknown) => app.log.warn({ err: error, planId }, 'consoles not told of their plan'));
  };

  register(app, contracts.listPublicPlans, () => db.asSystem(plans.list));
  register(app, contracts.listPlans, () => db.asSystem(plans.list));
  register(app, contracts.getPlan, ({ params }) => db.asSystem((tx) => plans.get(tx, params.planId)));
  register(app, contracts.createPlan, ({ body }, { actor }) =>
    db.asSystem((tx) => plans.create(tx, actor, body)),
  );
  register(app, contracts.updatePlan, async ({ params, body }, { actor }) => {
    const { before, after } = await db.asSystem((tx) => plans.update(tx, actor, params.planId, body));
    // Its price and its limits show nowhere in a console.
    if (after.name !== before.name || PLAN_FLAGS.some((flag) => after[flag] !== before[flag]))
      db.afterCommit(() => tell(after.id));
    return after;
  });
  register(app, contracts.deletePlan, ({ params }, { actor }) =>
    db.asSystem((tx) => plans.remove(tx, actor, params.planId)),
  );
}
