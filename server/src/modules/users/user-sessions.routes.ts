import { endUserSession, listUserSessions } from '@balcao/shared/features/auth/calls.ts';
import type { FastifyInstance } from 'fastify';
import { announceAccess } from '../../platform/access-changes.ts';
import type { Bus } from '../../platform/bus.ts';
import { register } from '../../platform/http/route.ts';
import * as sessions from './user-sessions.service.ts';

export function userSessionRoutes(
  app: FastifyInstance,
  { bus, clock }: { bus: Bus; clock: () => Date },
): void {
  register(app, listUserSessions, ({ params }, { tx, actor, sessionId }) =>
    sessions.list(tx, actor, params.userId, { own: sessionId, now: clock() }),
  );
  register(app, endUserSession, async ({ params }, { tx, actor }) => {
    await sessions.end(tx, actor, { ...params, at: clock() });
    announceAccess(tx, bus, { companyId: actor.companyId, userId: params.userId });
  });
}
