import type { Module } from '../../parts.ts';
import { agentHelpRoutes } from './agent-help.routes.ts';

export const agentHelpModule = { routes: [agentHelpRoutes] } satisfies Module;
