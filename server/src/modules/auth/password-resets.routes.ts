import {
  createResetLink,
  forgotPassword,
  listPasswordResets,
  resetPassword,
} from '@balcao/shared/api/auth.ts';
import type { FastifyInstance } from 'fastify';
import { register } from '../../platform/http/route.ts';
import type { PasswordResets } from './password-resets.service.ts';
import { chooseLanguage, RESET_PAGE_POLICY, resetPage } from './reset-page/reset-page.ts';

export function passwordResetRoutes(app: FastifyInstance, resets: PasswordResets): void {
  register(app, forgotPassword, ({ body }, { request }) => resets.forgot({ ...body, address: request.ip }));
  register(app, resetPassword, ({ body }, { request }) => resets.reset({ ...body, address: request.ip }));
  register(app, listPasswordResets, (_input, { tx }) => resets.list(tx));
  register(app, createResetLink, ({ params }, { tx, actor }) => resets.createLink(tx, actor, params.resetId));

  app.get<{ Querystring: { lang?: unknown } }>(
    '/reset-password',
    { config: { access: 'page' } },
    async (request, reply) => {
      const language = chooseLanguage(request.query.lang, request.headers['accept-language']);
      return reply
        .header('content-security-policy', RESET_PAGE_POLICY)
        .header('cross-origin-opener-policy', 'same-origin')
        .type('text/html; charset=utf-8')
        .send(resetPage(language));
    },
  );
}
