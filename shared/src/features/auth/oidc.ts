import { z } from 'zod';
import { route } from '../../contract/call.ts';
import { email } from '../../contract/fields.ts';
import { readServerAddress } from '../../contract/server-address.ts';
import { challenge } from './passkeys.ts';

/**
 * Signing in with an account of the company's own, by OpenID Connect. The provider proves a person whom the company has made
 * or invited here; what it says of them names their profile, and whom it names none for stays out.
 */

/** Without TLS somebody on the way could be anybody. */
export const issuer = z
  .url({ protocol: /^https?$/ })
  .max(500)
  .refine((url) => 'url' in readServerAddress(url));
const names = z.array(z.string().trim().min(1).max(200)).max(50);

const settings = z.object({
  enabled: z.boolean(),
  issuer,
  clientId: z.string().trim().min(1).max(500),
  /** It asks for a second step itself; else the company's own is asked after it. */
  provesSecondFactor: z.boolean(),
  /** E-mails of these domains alone; empty: of any. */
  domains: z
    .array(
      z
        .string()
        .trim()
        .toLowerCase()
        .regex(/^[a-z\d.-]{3,200}$/),
    )
    .max(50),
  /** The claim whose values name the profile. */
  claim: z.string().trim().min(1).max(200),
  admins: names,
  supervisors: names,
  users: names,
});

const shownSettings = settings.extend({ hasSecret: z.boolean() });
export type OidcSettings = z.output<typeof shownSettings>;

export const getOidc = route({
  method: 'GET',
  path: '/oidc',
  access: 'settings:manage',
  screen: true,
  response: z.object({
    /** What the provider must know as the address to come back to; null: the server has no public name. */
    redirectUri: z.string().nullable(),
    settings: shownSettings.nullable(),
  }),
});

/** A secret that is absent stays, unless the issuer is another, who must not learn it; an empty one goes. */
export const updateOidc = route({
  method: 'PUT',
  path: '/oidc',
  access: 'settings:manage',
  screen: true,
  body: settings.extend({ clientSecret: z.string().trim().max(1_000).optional() }),
  response: shownSettings,
});

/** Whether any company here signs in like that. */
export const getCompanySignIn = route({
  method: 'GET',
  path: '/auth/oidc',
  access: 'public',
  screen: true,
  rows: 'system',
  response: z.object({ open: z.boolean() }),
});

/** The provider's page for this person. The answer is the same for an e-mail that nobody has and a company without one. */
export const beginCompanySignIn = route({
  method: 'POST',
  path: '/auth/oidc/begin',
  access: 'public',
  waitsFor: 'outside',
  body: z.object({
    email,
    challenge,
    port: z.int().min(1_024).max(65_535),
    state: z.string().regex(/^[\w-]{20,100}$/),
  }),
  response: z.object({ url: z.string() }),
  errors: ['ERR_OIDC_OFF', 'ERR_OIDC_PROVIDER', 'ERR_TOO_MANY_REQUESTS'],
});

/**
 * Where the provider sends people back; they go on to their console, to a page that asks for their own code, or to one that
 * says why not. A person sees what is answered here: nothing in the address is refused as bad input.
 */
export const endCompanySignIn = route({
  method: 'GET',
  path: '/auth/oidc/callback',
  access: 'public',
  waitsFor: 'outside',
  query: z.object({ state: z.string().max(300).catch('') }),
  status: 303,
});

/** The own code of a person whom the provider has proven. The answer is where their browser goes on: to their console. */
export const proveOwnStep = route({
  method: 'POST',
  path: '/auth/oidc/code',
  access: 'public',
  waitsFor: 'outside',
  body: z.object({ token: z.string().min(1).max(1_000), code: z.string().min(1).max(50) }),
  response: z.object({ url: z.string() }),
  errors: ['ERR_OIDC_ATTEMPT', 'ERR_SECOND_FACTOR_WRONG', 'ERR_COMPANY_BLOCKED', 'ERR_TOO_MANY_REQUESTS'],
});
