import { AppError } from '@balcao/shared/errors.ts';
import type { Configuration } from 'openid-client';
import type { HttpClient } from '../../platform/outgoing/http-client.ts';
import type { Claims } from './judgement.ts';

/** What is asked of a company's provider, and what it says of a person. All throw ERR_OIDC_PROVIDER. */
export interface ProviderClient {
  /** The page on which it asks a person. */
  pageFor(account: ProviderAccount, asked: Asked & { email: string }): Promise<string>;
  /** Whom the address proves at which it has sent somebody back. */
  claimsOf(account: ProviderAccount, back: URL, asked: Asked): Promise<Claims>;
}

export interface ProviderAccount {
  issuer: string;
  clientId: string;
  clientSecret: string | null;
}

interface Asked {
  redirectUri: string;
  state: string;
  nonce: string;
  verifier: string;
}

const TIMEOUT_MS = 10_000;
const SCOPE = 'openid email profile';

export function createProviderClient(http: HttpClient): ProviderClient {
  async function open({ issuer, clientId, clientSecret }: ProviderAccount): Promise<Configuration> {
    const { allowInsecureRequests, customFetch, discovery, None } = await library();
    // On this computer alone, and where the operator has allowed that.
    const execute = issuer.startsWith('http:') ? [allowInsecureRequests] : [];
    const options = { execute, timeout: TIMEOUT_MS / 1_000, [customFetch]: viaDoor(http) };
    return clientSecret === null
      ? discovery(new URL(issuer), clientId, undefined, None(), options)
      : discovery(new URL(issuer), clientId, clientSecret, undefined, options);
  }

  return {
    pageFor: (account, { redirectUri, state, nonce, verifier, email }) =>
      orRefused(async () => {
        const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await library();
        const page = buildAuthorizationUrl(await open(account), {
          redirect_uri: redirectUri,
          scope: SCOPE,
          state,
          nonce,
          code_challenge: await calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
          login_hint: email,
        });
        return page.href;
      }),

    claimsOf: (account, back, { state, nonce, verifier }) =>
      orRefused(async () => {
        const { authorizationCodeGrant, enableNonRepudiationChecks, fetchUserInfo } = await library();
        const config = await open(account);
        enableNonRepudiationChecks(config);
        const tokens = await authorizationCodeGrant(config, back, {
          pkceCodeVerifier: verifier,
          expectedState: state,
          expectedNonce: nonce,
          idTokenExpected: true,
        });
        const claims = tokens.claims();
        if (!claims) throw new Error('no id token came');
        if (!config.serverMetadata().userinfo_endpoint) return claims;
        const more = await fetchUserInfo(config, tokens.access_token, claims.sub);
        return { ...claims, ...more };
      }),
  };
}

/** Few companies sign in like that, and a server that knows none of them does not carry it. */
const library = () => import('openid-client');

async function orRefused<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    throw new AppError('ERR_OIDC_PROVIDER', {}, { cause });
  }
}

type Door = (
  url: string,
  request: { method: string; headers: Record<string, string>; body?: unknown },
) => Promise<Response>;

/** A company has typed the address, and its provider names others: they lead nowhere inside. */
const viaDoor =
  (http: HttpClient): Door =>
  async (url, { method, headers, body }) => {
    const answer = await http.send({
      method: method === 'POST' ? 'POST' : 'GET',
      url,
      headers: Object.fromEntries(new Headers(headers)),
      ...(body ? { body: String(body) } : {}),
      timeoutMs: TIMEOUT_MS,
    });
    return new Response(answer.status === 204 ? null : Uint8Array.from(answer.bytes), {
      status: answer.status,
      headers: answer.headers,
    });
  };
