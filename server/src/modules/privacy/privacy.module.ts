import type { Module } from '../../parts.ts';
import { privacyRoutes } from './privacy.routes.ts';

export const privacyModule = { routes: [privacyRoutes] } satisfies Module;
