import {
  createResetLink,
  forgotPassword,
  listPasswordResets,
  resetPassword,
} from '@balcao/shared/features/auth/calls.ts';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../../config.ts';
import type { Bus } from '../../platform/bus.ts';
import type { Database } from '../../platform/db/database.ts';
import { register } from '../../platform/http/route.ts';
import type { Log } from '../../platform/log.ts';
import { createMailer } from '../../platform/mail.ts';
import type { Passwords } from '../sessions/passwords.ts';
import { createPasswordResets } from './password-resets.service.ts';
import { serveResetPage } from './reset-page/reset-page.ts';

interface Dependencies {
  config: Pick<Config, 'publicUrl' | 'mail'>;
  db: Database;
  bus: Bus;
  log: Log;
  clock: () => Date;
  passwords: Passwords;
}

export function passwordResetRoutes(app: FastifyInstance, { config, log, ...deps }: Dependencies): void {
  const resets = createPasswordResets({
    ...deps,
    publicUrl: config.publicUrl,
    sendMail: config.mail && createMailer(config.mail),
    onError: (error) => log.warn({ err: error }, 'password reset'),
  });
  app.addHook('onClose', () => resets.settled());

  register(app, forgotPassword, ({ body }, { request }) => resets.forgot({ ...body, address: request.ip }));
  register(app, resetPassword, ({ body }, { request }) => resets.reset({ ...body, address: request.ip }));
  register(app, listPasswordResets, (_input, { tx }) => resets.list(tx));
  register(app, createResetLink, ({ params }, { tx, actor }) => resets.createLink(tx, actor, params.resetId));

  serveResetPage(app);
}
