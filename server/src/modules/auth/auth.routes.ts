import { login, logout, me, refreshToken } from '@balcao/shared/api/auth.ts';
import type { FastifyInstance } from 'fastify';
import { register } from '../../platform/http/route.ts';
import type { AuthService } from './auth.service.ts';

export function authRoutes(app: FastifyInstance, auth: AuthService): void {
  register(app, login, ({ body }, { request }) => auth.login({ ...body, address: request.ip }));
  register(app, refreshToken, ({ body }) => auth.refresh(body.refreshToken));
  register(app, logout, async (_input, caller) => auth.logout(caller));
  register(app, me, (_input, { actor }) => auth.me(actor));
}
