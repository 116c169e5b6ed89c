import * as contracts from '@balcao/shared/features/ban-risk/calls.ts';
import type { FastifyInstance } from 'fastify';
import { register } from '../../platform/http/route.ts';
import { assess, whenFree } from './ban-risk.service.ts';

export function banRiskRoutes(app: FastifyInstance, { clock }: { clock: () => Date }): void {
  register(app, contracts.getBanRisk, ({ params }, { tx, actor }) =>
    assess(tx, actor.companyId, params.whatsappId, clock()),
  );
  register(app, contracts.getNewChats, async ({ params }, { tx, actor }) => {
    const freesAt = await whenFree(tx, actor.companyId, params.whatsappId, clock());
    return { freesAt: freesAt?.toISOString() ?? null };
  });
}
