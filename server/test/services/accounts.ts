import { generateKeyPairSync, randomBytes } from 'node:crypto';
import type Provider from 'oidc-provider';
import { defineStandIn, readJson } from './stand-in.ts';

/** What a company enters of its registration there. */
export const CLIENT = { id: 'balcao', secret: 'a secret that the company has typed' } as const;

/** What is told of a person beside their e-mail. */
type Claims = Record<string, unknown>;

/** Two of the demo shop, and Carla, who comes without the link of her invitation. */
const SHOP: Record<string, Claims> = {
  'ana@demo.balcao.test': { groups: ['atendimento'] },
  'bruno@demo.balcao.test': { groups: ['atendimento'] },
  'carla@demo.balcao.test': { groups: ['atendimento'] },
};

interface State {
  people: Map<string, Claims>;
  /** Opened when the first one asks: only then is it known under which address. */
  provider: Promise<Provider> | null;
}

/**
 * The accounts that a company has already. It is no play: a whole provider of OpenID Connect, in which any e-mail and any
 * password open an account. `PUT /people/<e-mail>` says what it tells of one.
 */
export const accounts = defineStandIn(
  'accounts',
  (): State => ({ people: new Map(Object.entries(SHOP)), provider: null }),
  (app, state) => {
    app.put<{ Params: { email: string } }>('/people/:email', async (request, reply) => {
      state().people.set(request.params.email, readJson(request) as Claims);
      return reply.code(204).send();
    });

    app.all('/*', async (request, reply) => {
      const now = state();
      now.provider ??= openProvider(`http://${request.host}/accounts`, now.people);
      const answer = (await now.provider).callback();
      reply.hijack();
      // It has the address of its own mount, and takes a body that was read already.
      const { url = '' } = request.raw;
      const asked = { originalUrl: url, url: url.slice('/accounts'.length), body: request.body };
      await answer(Object.assign(request.raw, asked), reply.raw);
    });
  },
);

async function openProvider(issuer: string, people: ReadonlyMap<string, Claims>): Promise<Provider> {
  const { default: OidcProvider } = await import('oidc-provider');
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return new OidcProvider(issuer, {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        // A server on this computer, on any port.
        application_type: 'native',
        redirect_uris: ['127.0.0.1', 'localhost'].map((host) => `http://${host}/auth/oidc/callback`),
        token_endpoint_auth_method: 'client_secret_post',
        id_token_signed_response_alg: 'ES256',
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['groups'] },
    findAccount: (_context, sub) => ({
      accountId: sub,
      claims: async () => ({ sub, email: sub, email_verified: true, ...people.get(sub) }),
    }),
    features: { devInteractions: { enabled: true } },
    ttl: { AccessToken: 600, IdToken: 600, Interaction: 600, Grant: 600, Session: 600 },
    pkce: { required: () => true },
    jwks: { keys: [privateKey.export({ format: 'jwk' })] },
    cookies: { keys: [randomBytes(32).toString('hex')] },
  });
}
