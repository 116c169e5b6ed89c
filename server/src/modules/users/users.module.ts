import type { Module } from '../../parts.ts';
import { userRoutes } from './users.routes.ts';

export const usersModule: Module = { routes: [userRoutes] };
