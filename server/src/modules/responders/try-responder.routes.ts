import { askMind } from '@balcao/shared/features/bot/calls.ts';
import type { FastifyInstance } from 'fastify';
import { register } from '../../platform/http/route.ts';
import type { MindDeps } from './responder.ts';
import { tryMind } from './try-responder.service.ts';

export function tryMindRoutes(app: FastifyInstance, deps: MindDeps): void {
  register(app, askMind, (input, { actor }) => tryMind(deps, actor, input));
}
