import * as contracts from '@balcao/shared/features/auth/passkeys.ts';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../../config.ts';
import type { Database } from '../../platform/db/database.ts';
import { register } from '../../platform/http/route.ts';
import type { Secrets } from '../../platform/secrets.ts';
import type { AuthService } from '../auth/auth.service.ts';
import { serveKeyPage } from './key-page/key-page.ts';
import { createPasskeys } from './passkeys.service.ts';
import { relyingPartyOf } from './relying-party.ts';
import { serveSignInPage } from './sign-in-page/sign-in-page.ts';

interface Dependencies {
  config: Pick<Config, 'publicUrl'>;
  db: Database;
  secrets: Secrets;
  clock: () => Date;
  auth: AuthService;
}

export function passkeyRoutes(app: FastifyInstance, { config, auth, ...deps }: Dependencies): void {
  const party = relyingPartyOf(config.publicUrl);
  const passkeys = createPasskeys({ ...deps, party });

  register(app, contracts.getSignInWays, async () => ({ passkeyPage: party && `${party.url}/sign-in` }));
  register(app, contracts.beginPasskeySignIn, async ({ body }) => passkeys.begin(body.challenge));
  register(app, contracts.provePasskey, ({ body }, { request }) =>
    passkeys.prove({ ...body, address: request.ip }),
  );

  register(app, contracts.listPasskeys, (_input, { tx, actor }) => passkeys.list(tx, actor));
  register(app, contracts.addPasskey, async ({ body }, { actor }) => {
    // A stranger at a person's console must not make a key that opens the account for ever.
    await auth.confirmPassword(actor, body.password);
    return (tx) => passkeys.link(tx, actor);
  });
  register(app, contracts.removePasskey, ({ params }, { tx, actor }) =>
    passkeys.remove(tx, actor, params.passkeyId),
  );
  register(app, contracts.openPasskeyLink, ({ body }, { request }) =>
    passkeys.openLink({ ...body, address: request.ip }),
  );
  register(app, contracts.storePasskey, ({ body }, { request }) =>
    passkeys.store({ ...body, address: request.ip }),
  );

  serveSignInPage(app);
  serveKeyPage(app);
}
