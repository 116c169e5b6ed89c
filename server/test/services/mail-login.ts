import { defineStandIn, readForm } from './stand-in.ts';

/** What a company has registered at its provider, and the mailbox's consent. */
export const MAIL_CLIENT = { clientId: 'balcao-mail', clientSecret: 'secret-of-the-registration' } as const;
export const CONSENT = 'consent-of-the-mailbox';
/** Whose it is. */
export const CONSENTING = 'conta@loja.test';
/** How every token begins. */
export const MAIL_TOKENS = 'mail.token.';

/** Gives tokens for mailboxes as Google and Microsoft do: the latter gives another consent with each. */
export const mailLogin = defineStandIn(
  'mail-login',
  () => ({ count: 0, consent: CONSENT, seconds: 3_600 }),
  (app, state) => {
    app.post<{ Params: { provider: string } }>('/:provider/:tenant/token', async (request, reply) => {
      const now = state();
      const { grant_type, client_id, client_secret, refresh_token, scope = '' } = readForm(request);
      const isMicrosoft = request.params.provider === 'microsoft';
      const refuse = (error: string) =>
        reply.code(400).send({ error, error_description: `AADSTS: ${error}` });
      if (grant_type !== 'refresh_token') return refuse('unsupported_grant_type');
      if (client_id !== MAIL_CLIENT.clientId || client_secret !== MAIL_CLIENT.clientSecret)
        return refuse('invalid_client');
      if (refresh_token !== now.consent) return refuse('invalid_grant');
      if (isMicrosoft && !/IMAP\.AccessAsUser\.All.*SMTP\.Send/.test(scope)) return refuse('invalid_scope');
      now.count += 1;
      if (isMicrosoft) now.consent = `${CONSENT}-${now.count}`;
      return reply.send({
        access_token: `${MAIL_TOKENS}${now.count}`,
        expires_in: now.seconds,
        token_type: 'Bearer',
        ...(isMicrosoft ? { refresh_token: now.consent } : {}),
      });
    });
    // Mail servers ask whose a token is.
    app.get<{ Querystring: { token: string } }>('/introspect', async ({ query: { token } }) => ({
      active: token === `${MAIL_TOKENS}${state().count}` ? 'yes' : 'no',
      email: CONSENTING,
    }));
  },
);
