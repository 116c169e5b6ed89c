import { PLAN_FLAGS } from '@balcao/shared/contract/roles.ts';
import * as contracts from '@balcao/shared/features/plans/calls.ts';
import type { FastifyInstance } from 'fastify';
import type { Bus } from '../../platform/bus.ts';
import { afterCommit } from '../../platform/db/after-commit.ts';
import type { Database } from '../../platform/db/database.ts';
import { register } from '../../platform/http/route.ts';
import { notifyCompaniesOfPlan } from '../subscription/company-changed.ts';
import * as plans from './plans.service.ts';

export function planRoutes(app: FastifyInstance, deps: { db: Database; bus: Bus }): void {
  let telling = Promise.resolve();
  app.addHook('onClose', () => telling);
  const tell = (planId: number) => {
    telling = telling
      .then(() => notifyCompaniesOfPlan(deps, planId))
      .catch((error: unknown) => app.log.warn({ err: error, planId }, 'consoles not told of their plan'));
  };

  register(app, contracts.listPublicPlans, (_input, { tx }) => plans.list(tx));
  register(app, contracts.listPlans, (_input, { tx }) => plans.list(tx));
  register(app, contracts.getPlan, ({ params }, { tx }) => plans.get(tx, params.planId));
  register(app, contracts.createPlan, ({ body }, { tx, actor }) => plans.create(tx, actor, body));
  register(app, contracts.updatePlan, async ({ params, body }, { tx, actor }) => {
    const { before, after } = await plans.update(tx, actor, params.planId, body);
    // Its price and its limits show nowhere in a console.
    if (after.name !== before.name || PLAN_FLAGS.some((flag) => after[flag] !== before[flag]))
      afterCommit(tx, () => tell(after.id));
    return after;
  });
  register(app, contracts.deletePlan, ({ params }, { tx, actor }) => plans.remove(tx, actor, params.planId));
}
