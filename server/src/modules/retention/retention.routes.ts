import * as contracts from '@balcao/shared/features/retention/calls.ts';
import type { FastifyInstance } from 'fastify';
import { register } from '../../platform/http/route.ts';
import * as holds from '../holds/holds.service.ts';
import * as retention from './retention.service.ts';

export function retentionRoutes(app: FastifyInstance, { clock }: { clock: () => Date }): void {
  register(app, contracts.getRetention, (_input, { tx, actor }) => retention.show(tx, actor.companyId));
  register(app, contracts.setRetention, ({ params, body }, { tx, actor }) =>
    retention.setRule(tx, actor, params.kind, body.months),
  );
  register(app, contracts.previewRetention, ({ query }, { tx, actor }) =>
    retention.preview(tx, actor.companyId, query, clock()),
  );
  register(app, contracts.listHolds, ({ query }, { tx, actor }) =>
    holds.list(tx, actor.companyId, query.pageNumber),
  );
  register(app, contracts.holdTicket, ({ params, body }, { tx, actor }) =>
    holds.add(tx, actor, params, body.reason),
  );
  register(app, contracts.holdContact, ({ params, body }, { tx, actor }) =>
    holds.add(tx, actor, params, body.reason),
  );
  register(app, contracts.removeHold, ({ params }, { tx, actor }) => holds.remove(tx, actor, params.holdId));
}
