import { failure } from '../../contract/error-entry.ts';
import type { Feature } from '../../contract/feature.ts';
import { SESSION_METHODS, sessionState } from './bridge.ts';

export const auth = {
  errors: {
    ERR_INVALID_CREDENTIALS: failure(401),
    ERR_SESSION_EXPIRED: failure(401),
    /** The access token is past its quarter of an hour: refresh once and repeat. */
    ERR_TOKEN_EXPIRED: failure(403),
    ERR_SESSION_TAKEN_OVER: failure(401),
    /** An admin has ended it. */
    ERR_SESSION_ENDED: failure(401),
    ERR_NO_SESSION_FOUND: failure(404),
    /** Sent to consoles that still hold a token of a deleted user: their local data is deleted too. */
    ERR_USER_DELETED: failure(401),
    /** The password was right; now the code of the authenticator. */
    ERR_SECOND_FACTOR_REQUIRED: failure(401),
    ERR_SECOND_FACTOR_WRONG: failure(401),
    /** The company demands a second factor: nothing else is open until it is set up. */
    ERR_SECOND_FACTOR_SETUP: failure(403),
    /** Set up already: the one in use is ended first, with the password. */
    ERR_SECOND_FACTOR_ACTIVE: failure(409),
    ERR_WRONG_PASSWORD: failure(422),
    ERR_RESET_LINK_INVALID: failure(422),
    ERR_INVITATION_INVALID: failure(422),
    ERR_SETUP_TOKEN_INVALID: failure(403),
    /** The server does not know a public name to which a browser would bind a key. */
    ERR_PASSKEYS_OFF: failure(422),
    /** Nobody here has this key, or what it has signed is not what was asked. */
    ERR_PASSKEY_UNKNOWN: failure(401),
    /** The browser has made something else than was asked for. */
    ERR_PASSKEY_REFUSED: failure(422),
    ERR_PASSKEY_LINK_INVALID: failure(422),
    ERR_NO_PASSKEY_FOUND: failure(404),
    ERR_SIGN_IN_CODE_INVALID: failure(401),
    /** The company of this e-mail, if there is one, has no provider of its own. */
    ERR_OIDC_OFF: failure(422),
    /** The provider does not answer, or what it answers proves nothing. */
    ERR_OIDC_PROVIDER: failure(502),
    ERR_OIDC_ATTEMPT: failure(422),
    /** Meanwhile the company has another provider, or none. */
    ERR_OIDC_CHANGED: failure(422),
    /** The provider has not let the person in, or they went back there. */
    ERR_OIDC_DENIED: failure(403),
    /** No e-mail came that is verified and of a domain of the company's. */
    ERR_OIDC_EMAIL: failure(403),
    /** The company's rules name no profile for this person. */
    ERR_OIDC_NOT_NAMED: failure(403),
    ERR_OIDC_NO_ACCOUNT: failure(403),
  },
  logged: ['session', 'passkey', 'oidcProvider'],
  live: ['auth'],
  bridge: SESSION_METHODS,
  events: { 'session.changed': sessionState },
} as const satisfies Feature;
