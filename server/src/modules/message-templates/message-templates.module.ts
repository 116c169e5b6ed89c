import type { Module } from '../../parts.ts';
import { messageTemplateRoutes } from './message-templates.routes.ts';

export const messageTemplatesModule: Module = { routes: [messageTemplateRoutes] };
