import type { Module } from '../../parts.ts';
import { oidcRoutes } from './oidc.routes.ts';

export const oidcModule = { routes: [oidcRoutes] } satisfies Module;
