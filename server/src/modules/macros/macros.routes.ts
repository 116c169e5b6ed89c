import * as contracts from '@balcao/shared/features/macros/calls.ts';
import type { FastifyInstance } from 'fastify';
import { register } from '../../platform/http/route.ts';
import * as repo from './macros.repo.ts';
import * as macros from './macros.service.ts';
import { runMacro } from './run-macro.ts';

export function macroRoutes(app: FastifyInstance, { clock }: { clock: () => Date }): void {
  register(app, contracts.listMacros, async (_input, { tx, actor }) => ({
    macros: await repo.list(tx, actor),
  }));
  register(app, contracts.createMacro, ({ body }, { tx, actor }) => macros.create(tx, actor, body));
  register(app, contracts.updateMacro, ({ params, body }, { tx, actor }) =>
    macros.update(tx, actor, params.macroId, body),
  );
  register(app, contracts.deleteMacro, ({ params }, { tx, actor }) =>
    macros.remove(tx, actor, params.macroId),
  );
  register(app, contracts.runMacro, ({ params: { macroId }, body: { ticketId } }, { tx, actor }) =>
    runMacro(tx, actor, { macroId, ticketId }, clock),
  );
}
