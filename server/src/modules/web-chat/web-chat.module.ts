import type { Module } from '../../parts.ts';
import { visitorLines } from './visitor-lines.ts';
import { webChatRoutes } from './web-chat.routes.ts';

export const webChatModule = { routes: [webChatRoutes], lines: visitorLines } satisfies Module;
