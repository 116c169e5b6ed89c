import type { CredentialsOf } from '@balcao/shared/features/connections/credentials.ts';
import { z } from 'zod';
import { askJson, jsonOf, withoutSecret } from '../../platform/outgoing/answers.ts';
import type { OutsideAnswer } from '../../platform/outgoing/http-client.ts';
import { OutsideError } from '../../platform/outgoing/outside-error.ts';
import type { Outside } from '../../services/outside.ts';

/** The login is not taken, or there is no such folder: only a person can change that. */
export class MailboxRefused extends Error {
  /** The folder alone is missing. One that was there comes back when a mailbox moves. */
  readonly isMissing: boolean;

  constructor(
    message: string,
    { isMissing = false, ...options }: { isMissing?: boolean; cause?: unknown } = {},
  ) {
    super(message, options);
    this.name = 'MailboxRefused';
    this.isMissing = isMissing;
  }
}

/** What opens a mailbox: its password, or what its provider gives for an hour (XOAUTH2). */
type Proof = { pass: string } | { accessToken: string };

/** Throws MailboxRefused when the provider has ended the account's consent, and OutsideError when it does not answer. */
export type LogIn = () => Promise<Proof>;

type OAuth = NonNullable<CredentialsOf<'mail'>['oauth']>;

const TIMEOUT_MS = 15_000;
/** A token that is about to end is none. */
const MARGIN_MS = 120_000;
/** Google says it with the consent; Microsoft wants it with every token. */
const SCOPES: Partial<Record<OAuth['provider'], string>> = {
  microsoft:
    'https://outlook.office.com/IMAP.AccessAsUser.All https://outlook.office.com/SMTP.Send offline_access',
};

const answered = z.object({
  access_token: z.string().min(1),
  expires_in: z.coerce.number().default(3_600),
  refresh_token: z.string().min(1).optional(),
});
const refused = z.object({ error: z.string(), error_description: z.string().default('') });

/** @param keep called with the token that follows the one by which tokens are asked for, where a provider changes it */
export function createLogIn(
  { http, addresses }: Outside,
  { password, oauth }: Pick<CredentialsOf<'mail'>, 'password' | 'oauth'>,
  keep: (refreshToken: string) => Promise<void>,
): LogIn {
  if (oauth === null) return async () => ({ pass: password });
  const { provider, tenant, clientId, clientSecret } = oauth;
  let { refreshToken } = oauth;
  let token: { accessToken: string; endsAt: number } | null = null;
  let coming: Promise<Proof> | null = null;

  async function refresh(): Promise<Proof> {
    const scope = SCOPES[provider];
    const asked = {
      grant_type: 'refresh_token',
      refresh_token: refreshToken,
      client_id: clientId,
      client_secret: clientSecret,
      ...(scope ? { scope } : {}),
    };
    const request = {
      method: 'POST',
      url: addresses.mailTokens(provider, tenant),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(asked).toString(),
      timeoutMs: TIMEOUT_MS,
    } as const;
    const explain = (answer: OutsideAnswer) => {
      const said = refused.safeParse(jsonOf(answer)).data;
      const words = said ? `${said.error} ${said.error_description}` : `${answer.status}`;
      return withoutSecret(withoutSecret(words, refreshToken), clientSecret);
    };
    const given = await askJson(http, request, answered, explain).catch((error: unknown) => {
      const isOver = error instanceof OutsideError && error.problem === 'refused';
      throw isOver ? new MailboxRefused('the provider gives no token', { cause: error }) : error;
    });
    token = {
      accessToken: given.access_token,
      endsAt: performance.now() + given.expires_in * 1_000 - MARGIN_MS,
    };
    if (given.refresh_token && given.refresh_token !== refreshToken) {
      refreshToken = given.refresh_token;
      await keep(refreshToken);
    }
    return { accessToken: token.accessToken };
  }

  return async () => {
    if (token && token.endsAt > performance.now()) return { accessToken: token.accessToken };
    coming ??= refresh().finally(() => {
      coming = null;
    });
    return coming;
  };
}
