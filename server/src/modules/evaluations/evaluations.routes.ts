import * as contracts from '@balcao/shared/features/evaluations/calls.ts';
import type { FastifyInstance } from 'fastify';
import { register } from '../../platform/http/route.ts';
import * as evaluations from './evaluations.service.ts';

export function evaluationRoutes(app: FastifyInstance, { clock }: { clock: () => Date }): void {
  register(app, contracts.listEvaluations, ({ query }, { tx, actor }) =>
    evaluations.listPage(tx, actor.companyId, query.after),
  );
  register(app, contracts.getEvaluation, ({ params }, { tx, actor }) =>
    evaluations.open(tx, actor.companyId, params.evaluationId),
  );
  register(app, contracts.startEvaluation, ({ body }, { tx, actor }) =>
    evaluations.start(tx, actor, body, clock()),
  );
  register(app, contracts.judgeAnswer, (input, { tx, actor }) => evaluations.judge(tx, actor, input));
  register(app, contracts.stopEvaluation, ({ params }, { tx, actor }) =>
    evaluations.stop(tx, actor, params.evaluationId),
  );
  register(app, contracts.resumeEvaluation, ({ params }, { tx, actor }) =>
    evaluations.resume(tx, actor, params.evaluationId, clock()),
  );
  register(app, contracts.deleteEvaluation, ({ params }, { tx, actor }) =>
    evaluations.remove(tx, actor, params.evaluationId),
  );
}
