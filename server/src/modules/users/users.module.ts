import type { Module } from '../../parts.ts';
import { userSessionRoutes } from './user-sessions.routes.ts';
import { userRoutes } from './users.routes.ts';
import { userEntity } from './users.sync.ts';

export const usersModule = {
  routes: [userRoutes, userSessionRoutes],
  entities: { user: userEntity },
} satisfies Module;
