import { z } from 'zod';
import { route } from '../../contract/call.ts';
import { instant, uuid } from '../../contract/fields.ts';
import { NAME } from '../../contract/limits.ts';
import { device, tokens } from './calls.ts';

/**
 * Signing in with a passkey (WebAuthn). A console is no page of the server, and a browser gives a key to the server's pages
 * alone: so the console opens one, which proves the person and sends a code back to a port of the person's own computer.
 * The code is worth nothing without the word of which the console has shown only the hash (RFC 8252, RFC 7636).
 */

const base64url = (most: number) =>
  z
    .string()
    .max(most)
    .regex(/^[\w-]*$/);
/** SHA-256 of the word that its console keeps, in base64url. */
export const challenge = base64url(43).min(43);
const linkToken = z.string().min(1).max(200);

/** By which ways people may sign in beside a password. */
export const getSignInWays = route({
  method: 'GET',
  path: '/auth/ways',
  access: 'public',
  screen: true,
  response: z.object({
    /** The page on which a passkey opens the account; null: nobody has told the server its public name. */
    passkeyPage: z.string().nullable(),
  }),
});

/** What the browser must prove. It counts for some minutes, and for this console alone. */
export const beginPasskeySignIn = route({
  method: 'POST',
  path: '/auth/passkey/options',
  access: 'public',
  reads: true,
  waitsFor: 'outside',
  body: z.object({ challenge }),
  response: z.object({
    challenge: z.string(),
    rpId: z.string(),
    timeout: z.int(),
    userVerification: z.literal('required'),
  }),
  errors: ['ERR_PASSKEYS_OFF'],
});

const credential = { id: base64url(1_500).min(1), rawId: base64url(1_500), type: z.literal('public-key') };

export const proofOfPasskey = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(4_000),
    authenticatorData: base64url(4_000),
    signature: base64url(4_000),
    /** Whose key it is, as the server has called them. */
    userHandle: base64url(200).min(1),
  }),
});

export const provePasskey = route({
  method: 'POST',
  path: '/auth/passkey',
  access: 'public',
  waitsFor: 'outside',
  body: z.object({ challenge, credential: proofOfPasskey }),
  response: z.object({ code: z.string() }),
  errors: ['ERR_PASSKEYS_OFF', 'ERR_PASSKEY_UNKNOWN', 'ERR_TOO_MANY_REQUESTS'],
});

/** What `login` answers and refuses, once the person is proven. The code works once and for a minute. */
export const redeemSignIn = route({
  method: 'POST',
  path: '/auth/code',
  access: 'public',
  waitsFor: 'outside',
  body: z.object({
    code: z.string().min(1).max(200),
    verifier: base64url(128).min(43),
    device: device.optional(),
  }),
  response: tokens,
  errors: [
    'ERR_SIGN_IN_CODE_INVALID',
    'ERR_SUBSCRIPTION_EXPIRED',
    'ERR_COMPANY_BLOCKED',
    'ERR_TOO_MANY_REQUESTS',
  ],
});

const passkey = z.object({
  id: uuid,
  name: z.string(),
  createdAt: instant,
  usedAt: instant.nullable(),
});
export type Passkey = z.output<typeof passkey>;

/** The caller's own. */
export const listPasskeys = route({
  method: 'GET',
  path: '/auth/passkeys',
  access: 'session',
  openWhileOverdue: true,
  screen: true,
  response: z.array(passkey),
});

/** A link to the page on which the caller's browser makes a key; it works once and for some minutes. */
export const addPasskey = route({
  method: 'POST',
  path: '/auth/passkeys',
  access: 'session',
  screen: true,
  waitsFor: 'outside',
  body: z.object({ password: z.string().min(1).max(200) }),
  response: z.object({ link: z.string() }),
  status: 201,
  errors: ['ERR_WRONG_PASSWORD', 'ERR_PASSKEYS_OFF', 'ERR_TOO_MANY_REQUESTS'],
});

export const removePasskey = route({
  method: 'DELETE',
  path: '/auth/passkeys/:passkeyId',
  access: 'session',
  openWhileOverdue: true,
  screen: true,
  params: z.object({ passkeyId: uuid }),
  status: 204,
  errors: ['ERR_NO_PASSKEY_FOUND'],
});

/** What the browser is to make a key of. */
export const openPasskeyLink = route({
  method: 'POST',
  path: '/auth/passkey-link',
  access: 'public',
  reads: true,
  waitsFor: 'outside',
  body: z.object({ token: linkToken }),
  response: z.object({
    email: z.string(),
    options: z.object({
      rp: z.object({ id: z.string(), name: z.string() }),
      user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
      challenge: z.string(),
      pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.int() })),
      timeout: z.int(),
      excludeCredentials: z.array(z.object({ id: z.string(), type: z.literal('public-key') })),
      authenticatorSelection: z.object({
        residentKey: z.literal('required'),
        userVerification: z.literal('required'),
      }),
      attestation: z.literal('none'),
    }),
  }),
  errors: ['ERR_PASSKEYS_OFF', 'ERR_PASSKEY_LINK_INVALID', 'ERR_TOO_MANY_REQUESTS'],
});

export const madePasskey = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(4_000),
    attestationObject: base64url(20_000),
    transports: z.array(z.string().max(40)).max(10).optional(),
  }),
});

export const storePasskey = route({
  method: 'POST',
  path: '/auth/passkey-link/store',
  access: 'public',
  waitsFor: 'outside',
  body: z.object({
    token: linkToken,
    /** By which the person recognises it. */
    name: z.string().trim().min(1).max(NAME.max),
    credential: madePasskey,
  }),
  status: 204,
  errors: ['ERR_PASSKEYS_OFF', 'ERR_PASSKEY_LINK_INVALID', 'ERR_PASSKEY_REFUSED', 'ERR_TOO_MANY_REQUESTS'],
});
