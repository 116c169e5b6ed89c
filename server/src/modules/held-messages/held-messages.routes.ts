import * as contracts from '@balcao/shared/features/held-messages/calls.ts';
import type { FastifyInstance } from 'fastify';
import { register } from '../../platform/http/route.ts';
import * as heldMessages from './held-messages.service.ts';

export function heldMessageRoutes(app: FastifyInstance): void {
  register(app, contracts.listHeldMessages, async (_input, { tx, actor }) => {
    const rows = await heldMessages.list(tx, actor.companyId);
    return rows.map((row) => ({ ...row, oldestAt: row.oldestAt.toISOString() }));
  });
  register(app, contracts.sendHeldMessages, async ({ body: { connectionId = null } }, { tx, actor }) => ({
    count: await heldMessages.decide(tx, actor, connectionId, 'send'),
  }));
  register(app, contracts.dropHeldMessages, async ({ body: { connectionId = null } }, { tx, actor }) => ({
    count: await heldMessages.decide(tx, actor, connectionId, 'drop'),
  }));
}
