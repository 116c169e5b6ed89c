import type { Module } from '../../parts.ts';
import { authRoutes } from './auth.routes.ts';
import { passwordResetRoutes } from './password-resets.routes.ts';

export const authModule: Module = { routes: [authRoutes, passwordResetRoutes] };
