import { AppError } from '@balcao/shared/errors.ts';
import * as contracts from '@balcao/shared/features/auth/oidc.ts';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../../config.ts';
import type { Bus } from '../../platform/bus.ts';
import type { Database } from '../../platform/db/database.ts';
import { register } from '../../platform/http/route.ts';
import type { Secrets } from '../../platform/secrets.ts';
import type { Outside } from '../../services/outside.ts';
import type { SecondFactor } from '../sessions/second-factor.service.ts';
import { serveCodePage } from './code-page/code-page.ts';
import { createCompanySignIn } from './company-sign-in.service.ts';
import { serveFailedPage } from './failed-page/failed-page.ts';
import * as repo from './oidc.repo.ts';
import * as oidc from './oidc.service.ts';

interface Dependencies {
  config: Pick<Config, 'publicUrl'>;
  db: Database;
  bus: Bus;
  secrets: Secrets;
  clock: () => Date;
  secondFactor: SecondFactor;
  outside: Pick<Outside, 'http'>;
}

export function oidcRoutes(app: FastifyInstance, { config, outside, ...deps }: Dependencies): void {
  const publicUrl = config.publicUrl ?? '';
  const signIn = createCompanySignIn({ ...deps, http: outside.http, publicUrl: config.publicUrl });
  const { redirectUri } = signIn;

  register(app, contracts.getOidc, async (_input, { tx, actor }) => ({
    redirectUri,
    settings: await oidc.show(tx, actor.companyId),
  }));
  register(app, contracts.updateOidc, ({ body }, { tx, actor }) => oidc.save(tx, actor, body, deps.secrets));
  register(app, contracts.getCompanySignIn, async (_input, { tx }) => ({
    open: redirectUri !== null && (await repo.isAnyOpen(tx)),
  }));
  register(app, contracts.beginCompanySignIn, ({ body }, { request }) =>
    signIn.begin({ ...body, address: request.ip }),
  );
  register(app, contracts.endCompanySignIn, async ({ query }, { request, reply }) => {
    const back = new URL(request.url, 'http://provider');
    const next = await signIn.end(query.state, back).catch((error: unknown) => {
      request.log.info({ err: error }, 'nobody signed in by OpenID Connect');
      // Its words are on the page; the address says only which.
      return `${publicUrl}/sign-in-failed#${error instanceof AppError ? error.code : 'ERR_INTERNAL'}`;
    });
    return reply.redirect(next, 303);
  });
  register(app, contracts.proveOwnStep, ({ body }, { request }) =>
    signIn.proveOwnStep({ ...body, address: request.ip }),
  );
  serveFailedPage(app);
  serveCodePage(app);
}
