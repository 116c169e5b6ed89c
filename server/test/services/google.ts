import { generateKeyPairSync } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { errors, jwtVerify } from 'jose';
import { defineStandIn, readForm } from './stand-in.ts';

const AUDIENCE = 'https://oauth2.googleapis.com/token';
const GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
const EMAIL = 'balcao@balcao-testes.iam.gserviceaccount.com';
const MAX_ASSERTION_S = 3600;
/** How every token begins. */
export const TOKENS = 'ya29.';
export const PROJECT = 'balcao-testes';

const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });

/** The file of the one account that there is; programs elsewhere read it at `/google/account`. */
export const SERVICE_ACCOUNT = JSON.stringify({
  type: 'service_account',
  project_id: PROJECT,
  private_key_id: 'key-1',
  private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
  client_email: EMAIL,
  token_uri: 'http://169.254.169.254/token',
});

/** Gives tokens to those who prove to be the account. */
export const google = defineStandIn(
  'google',
  () => ({ count: 0 }),
  (app, state) => {
    app.get('/account', (_request, reply) => reply.type('application/json').send(SERVICE_ACCOUNT));
    app.post('/token', async (request, reply): Promise<FastifyReply> => {
      const { grant_type, assertion = '' } = readForm(request);
      const refuse = (error: string, why: string) => reply.code(400).send({ error, error_description: why });
      if (grant_type !== GRANT) return refuse('unsupported_grant_type', `Invalid grant_type: ${grant_type}`);
      const wrong = await faultOf(assertion);
      if (wrong) return refuse('invalid_grant', wrong);
      state().count++;
      return reply.send({
        access_token: `${TOKENS}${state().count}`,
        expires_in: 3599,
        token_type: 'Bearer',
      });
    });
  },
);

async function faultOf(assertion: string): Promise<string | null> {
  try {
    const { payload } = await jwtVerify(assertion, publicKey, {
      algorithms: ['RS256'],
      audience: AUDIENCE,
      requiredClaims: ['iat', 'exp', 'scope'],
    });
    const { iat = 0, exp = 0, iss, scope } = payload;
    if (iss !== EMAIL) return 'Invalid grant: account not found';
    if (exp - iat > MAX_ASSERTION_S) return 'Invalid JWT: Token must be a short-lived token';
    return /auth\/(dialogflow|cloud-platform)$/.test(String(scope)) ? null : 'Invalid scope';
  } catch (error) {
    return error instanceof errors.JWSSignatureVerificationFailed ? 'Invalid JWT Signature.' : 'Invalid JWT';
  }
}
