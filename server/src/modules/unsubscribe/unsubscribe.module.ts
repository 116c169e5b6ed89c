import type { Module } from '../../parts.ts';
import { unsubscribeRoutes } from './unsubscribe.routes.ts';

export const unsubscribeModule = { routes: [unsubscribeRoutes] } satisfies Module;
