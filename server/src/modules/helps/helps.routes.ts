import * as contracts from '@balcao/shared/features/helps/calls.ts';
import type { FastifyInstance } from 'fastify';
import { register } from '../../platform/http/route.ts';
import * as helps from './helps.service.ts';

export function helpRoutes(app: FastifyInstance): void {
  for (const contract of [contracts.listHelps, contracts.getHelps] as const)
    register(app, contract, (_input, { tx }) => helps.list(tx));
  register(app, contracts.createHelp, ({ body }, { tx, actor }) => helps.create(tx, actor, body));
  register(app, contracts.updateHelp, ({ params, body }, { tx, actor }) =>
    helps.update(tx, actor, params.helpId, body),
  );
  register(app, contracts.deleteHelp, ({ params }, { tx, actor }) => helps.remove(tx, actor, params.helpId));
}
