import { z } from 'zod';
import { errorCode } from '../../contract/fields.ts';
import { method, nothing } from '../../contract/method.ts';
import { sessionUser } from './calls.ts';

export const sessionState = z.object({
  /** Empty until one was chosen. */
  serverUrl: z.string(),
  user: sessionUser.nullable(),
  /** The reason why the last session ended, shown once on the sign-in screen. */
  endedBy: errorCode.nullable(),
});
export type SessionState = z.output<typeof sessionState>;

/** Which server, and who works there. */
export const SESSION_METHODS = {
  /**
   * Asks whether a server of ours answers at this address, and works with it from now on: the screen is connected again.
   * ERR_VALIDATION for an address that cannot be one, ERR_SERVER_UNREACHABLE, ERR_NO_BALCAO_FOUND.
   */
  'server.choose': method(z.object({ address: z.string().max(500) }), nothing),

  'session.get': method(nothing, sessionState),
  'session.login': method(
    z.object({
      email: z.string().trim().min(1).max(254),
      password: z.string().min(1).max(200),
      code: z.string().trim().max(40).optional(),
    }),
    sessionState,
  ),
  /**
   * Waits for a sign-in by passkey on the server's page, which the screen opens at this address. `session.changed` tells
   * when it has worked. ERR_PASSKEYS_OFF.
   */
  'session.beginPasskey': method(nothing, z.object({ url: z.string() })),
  /**
   * The same at the provider of the company of this e-mail.
   * ERR_OIDC_OFF, ERR_OIDC_PROVIDER, ERR_TOO_MANY_REQUESTS.
   */
  'session.beginCompanySignIn': method(
    z.object({ email: z.string().trim().max(254) }),
    z.object({ url: z.string() }),
  ),
  'session.logout': method(nothing, sessionState),
  /** Reloads the signed-in user and their rights from the server. */
  'session.refreshUser': method(nothing, sessionState),
} as const;
