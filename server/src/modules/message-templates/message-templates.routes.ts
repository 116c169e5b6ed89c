import { listTemplates } from '@balcao/shared/features/connections/calls.ts';
import type { FastifyInstance } from 'fastify';
import { register } from '../../platform/http/route.ts';
import { templatesOf } from './message-templates.service.ts';

export function messageTemplateRoutes(app: FastifyInstance): void {
  register(app, listTemplates, ({ params }, { tx, actor }) =>
    templatesOf(tx, actor.companyId, params.whatsappId),
  );
}
