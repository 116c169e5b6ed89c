import type { Module } from '../../parts.ts';
import { aiRequestRoutes } from './ai-requests.routes.ts';

export const aiRequestsModule = { routes: [aiRequestRoutes] } satisfies Module;
