import { askResponder } from '@balcao/shared/features/bot/calls.ts';
import type { FastifyInstance } from 'fastify';
import { register } from '../../platform/http/route.ts';
import type { ResponderDeps } from './responder.ts';
import { tryResponder } from './try-responder.service.ts';

export function tryResponderRoutes(app: FastifyInstance, deps: ResponderDeps): void {
  register(app, askResponder, (input, { actor }) => tryResponder(deps, actor, input));
}
