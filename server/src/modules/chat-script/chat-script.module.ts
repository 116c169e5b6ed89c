import type { Module } from '../../parts.ts';
import { chatScriptRoutes } from './chat-script.routes.ts';

export const chatScriptModule = { routes: [chatScriptRoutes] } satisfies Module;
