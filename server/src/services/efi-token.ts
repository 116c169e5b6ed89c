import { createHash } from 'node:crypto';
import { z } from 'zod';
import { askJson } from '../platform/outgoing/answers.ts';
import type { ClientIdentity, HttpClient, OutsideRequest } from '../platform/outgoing/http-client.ts';
import type { EfiCertificate } from './efi-certificate.ts';
import { explainEfi } from './efi-errors.ts';
import type { Limits, Outside } from './outside.ts';

/** An account at Efí, as its page shows it. */
export interface EfiAccount {
  clientId: string;
  clientSecret: string;
  certificate: EfiCertificate;
  /** The account to try out with has keys and a certificate of its own. */
  isSandbox: boolean;
}

interface Token {
  /** The token, under way or there: those who want it at once fetch it once. */
  coming: Promise<string>;
  /** The end on the clock that nobody sets. */
  endsAt: number;
}
/** The newest token of each account. */
const TOKENS = new WeakMap<HttpClient, Map<string, Token>>();
/** A token that is about to end is none. */
const MARGIN_S = 60;

/** What shows Efí that the account asks; kept until it ends. Throws OutsideError. */
export function tokenOf(outside: Outside, account: EfiAccount, limits: Limits): Promise<string> {
  const tokens = TOKENS.get(outside.http) ?? new Map<string, Token>();
  TOKENS.set(outside.http, tokens);
  const name = fingerprintOf(account);
  const kept = tokens.get(name);
  if (kept && kept.endsAt > performance.now()) return kept.coming;

  const coming = fetchToken(outside, account, limits).then(
    ({ access_token, expires_in }) => {
      token.endsAt = performance.now() + (expires_in - MARGIN_S) * 1_000;
      return access_token;
    },
    (error) => {
      tokens.delete(name);
      throw error;
    },
  );
  const token: Token = { coming, endsAt: Number.POSITIVE_INFINITY };
  tokens.set(name, token);
  return coming;
}

/** The next call fetches another one. */
export function forgetToken({ http }: Outside, account: EfiAccount): void {
  TOKENS.get(http)?.delete(fingerprintOf(account));
}

const fingerprintOf = ({ clientId, clientSecret, certificate, isSandbox }: EfiAccount): string =>
  createHash('sha256')
    .update(JSON.stringify([clientId, clientSecret, certificate.certificate, isSandbox]))
    .digest('hex');

const TOKEN = z.object({ access_token: z.string().min(1), expires_in: z.number().default(3_600) });

function fetchToken(outside: Outside, account: EfiAccount, limits: Limits): Promise<z.output<typeof TOKEN>> {
  const { clientId, clientSecret, isSandbox } = account;
  const request: OutsideRequest = {
    method: 'POST',
    url: `${outside.addresses.efi(isSandbox)}/oauth/token`,
    headers: {
      authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ grant_type: 'client_credentials' }),
    identity: identityOf(outside, account),
    ...limits,
  };
  return askJson(outside.http, request, TOKEN, (answer) => explainEfi(answer, [clientSecret]));
}

/** Every call shows the certificate, the one for a token included. */
export const identityOf = ({ addresses }: Outside, { certificate }: EfiAccount): ClientIdentity => ({
  key: certificate.key,
  certificate: certificate.certificate,
  authority: addresses.efiAuthority,
});
