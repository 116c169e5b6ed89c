import * as contracts from '@balcao/shared/api/helps.ts';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../platform/db/database.ts';
import { register } from '../../platform/http/route.ts';
import * as helps from './helps.service.ts';

export function helpRoutes(app: FastifyInstance, { db }: { db: Database }): void {
  for (const contract of [contracts.listHelps, contracts.getHelps] as const)
    register(app, contract, (_input, { actor }) => db.readCompany(actor.companyId, helps.list));
  register(app, contracts.createHelp, ({ body }, { actor }) =>
    db.asSystem((tx) => helps.create(tx, actor, body)),
  );
  register(app, contracts.updateHelp, ({ params, body }, { actor }) =>
    db.asSystem((tx) => helps.update(tx, actor, params.helpId, body)),
  );
  register(app, contracts.deleteHelp, ({ params }, { actor }) =>
    db.asSystem((tx) => helps.remove(tx, actor, params.helpId)),
  );
}
