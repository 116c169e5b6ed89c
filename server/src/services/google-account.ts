import { createHash, createPrivateKey, type KeyObject } from 'node:crypto';
import { SignJWT } from 'jose';
import { z } from 'zod';
import { askJson, beginningOf, jsonOf } from '../platform/outgoing/answers.ts';
import type { HttpClient, OutsideAnswer } from '../platform/outgoing/http-client.ts';
import { OutsideError } from '../platform/outgoing/outside-error.ts';
import type { Outside } from './outside.ts';

/** Google's account of a program. */
export interface ServiceAccount {
  projectId: string;
  clientEmail: string;
  keyId: string | undefined;
  key: KeyObject;
  /** The hash of everything in it: accounts of one name with other keys are others. */
  fingerprint: string;
}

const SCOPE = 'https://www.googleapis.com/auth/dialogflow';
/** Whom an assertion is for, wherever it is sent. */
const AUDIENCE = 'https://oauth2.googleapis.com/token';
const GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
const ASSERTION_S = 3600;
/** A token that is about to end is none. */
const MARGIN_S = 60;
const MIN_KEY_BITS = 2048;

const ACCOUNT = z.object({
  type: z.literal('service_account'),
  project_id: z.string().min(1),
  client_email: z.string().min(1),
  private_key: z.string(),
  private_key_id: z.string().optional(),
});

/** Null: not the file that Google gives for a service account. Where it wants tokens to be fetched from is ignored. */
export function readServiceAccount(json: string): ServiceAccount | null {
  const account = ACCOUNT.safeParse(jsonOf({ bytes: Buffer.from(json) })).data;
  // A key that went through a form or a variable has its line breaks written out.
  const key = account && readKey(account.private_key.replaceAll('\\n', '\n'));
  if (!key) return null;
  return {
    projectId: account.project_id,
    clientEmail: account.client_email,
    keyId: account.private_key_id,
    key,
    fingerprint: createHash('sha256').update(JSON.stringify(account)).digest('hex'),
  };
}

function readKey(pem: string): KeyObject | null {
  try {
    const key = createPrivateKey(pem);
    const isUsable =
      key.asymmetricKeyType === 'rsa' && Number(key.asymmetricKeyDetails?.modulusLength) >= MIN_KEY_BITS;
    return isUsable ? key : null;
  } catch {
    return null;
  }
}

interface Token {
  /** The token, under way or there: those who want it at once fetch it once. */
  coming: Promise<string>;
  /** Null: it is under way. */
  text: string | null;
  /** The end on the clock that nobody sets. */
  endsAt: number;
}
const TOKENS = new WeakMap<HttpClient, Map<string, Token>>();

/** What shows Google's services that the account asks; kept until it ends. */
export function tokenOf(outside: Outside, account: ServiceAccount, timeoutMs: number): Promise<string> {
  const tokens = TOKENS.get(outside.http) ?? new Map<string, Token>();
  TOKENS.set(outside.http, tokens);
  const kept = tokens.get(account.fingerprint);
  if (kept && kept.endsAt > performance.now()) return kept.coming;

  const coming = fetchToken(outside, account, timeoutMs).then(
    ({ access_token, expires_in }) => {
      token.text = access_token;
      token.endsAt = performance.now() + (expires_in - MARGIN_S) * 1000;
      return access_token;
    },
    (error) => {
      tokens.delete(account.fingerprint);
      throw error;
    },
  );
  const token: Token = { coming, text: null, endsAt: Number.POSITIVE_INFINITY };
  tokens.set(account.fingerprint, token);
  return coming;
}

/** Forgets a token that is not taken any more, unless another one has followed it. */
export function forgetToken({ http }: Outside, { fingerprint }: ServiceAccount, text: string): void {
  const tokens = TOKENS.get(http);
  if (tokens?.get(fingerprint)?.text === text) tokens.delete(fingerprint);
}

const TOKEN = z.object({ access_token: z.string().min(1), expires_in: z.number().default(ASSERTION_S) });

async function fetchToken(
  { http, addresses }: Outside,
  { clientEmail, keyId, key }: ServiceAccount,
  timeoutMs: number,
): Promise<z.output<typeof TOKEN>> {
  const now = Math.floor(Date.now() / 1000);
  const assertion = await new SignJWT({ scope: SCOPE })
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT', ...(keyId ? { kid: keyId } : {}) })
    .setIssuer(clientEmail)
    .setAudience(AUDIENCE)
    .setIssuedAt(now)
    .setExpirationTime(now + ASSERTION_S)
    .sign(key);
  const request = {
    method: 'POST',
    url: addresses.googleToken,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ grant_type: GRANT, assertion }).toString(),
    timeoutMs,
  } as const;
  return askJson(http, request, TOKEN, explainGoogle).catch((error) => {
    // A token that may have been made harms nobody: the agent was told nothing.
    if (error instanceof OutsideError && error.problem === 'unknown')
      throw new OutsideError('busy', error.message, { cause: error });
    throw error;
  });
}

const GOOGLE_ERROR = z.object({
  error: z.object({ message: z.string(), status: z.string().default('') }),
});
const TOKEN_ERROR = z.object({ error: z.string(), error_description: z.string().default('') });

/** What Google says of its refusal. */
export function explainGoogle(answer: OutsideAnswer): string {
  const said = jsonOf(answer);
  const { error } = GOOGLE_ERROR.safeParse(said).data ?? {};
  if (error) return `${error.status} ${error.message}`;
  const refused = TOKEN_ERROR.safeParse(said).data;
  return refused ? `${refused.error} ${refused.error_description}` : beginningOf(answer);
}
