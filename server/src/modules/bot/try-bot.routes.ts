import { tryBot } from '@balcao/shared/features/bot/calls.ts';
import type { FastifyInstance } from 'fastify';
import { register } from '../../platform/http/route.ts';
import { tryStep } from './try-bot.service.ts';

export function tryBotRoutes(app: FastifyInstance): void {
  register(app, tryBot, (input, { tx, actor }) => tryStep(tx, actor, input));
}
