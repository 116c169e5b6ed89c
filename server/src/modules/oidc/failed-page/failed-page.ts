import type { ErrorCode } from '@balcao/shared/errors.ts';
import type { Language } from '@balcao/shared/text/languages.ts';
import type { FastifyInstance } from 'fastify';
import { servePage } from '../../../platform/http/plain-page.ts';
import { errorTexts } from '../../auth/reset-texts.ts';
import { passkeyTexts } from '../../passkeys/passkey-texts.ts';

/** What the page may have to tell. */
const CODES = [
  'ERR_OIDC_ATTEMPT',
  'ERR_OIDC_CHANGED',
  'ERR_OIDC_DENIED',
  'ERR_OIDC_OFF',
  'ERR_OIDC_PROVIDER',
  'ERR_OIDC_EMAIL',
  'ERR_OIDC_NOT_NAMED',
  'ERR_OIDC_NO_ACCOUNT',
  'ERR_LAST_ADMIN',
  'ERR_COMPANY_BLOCKED',
  'ERR_UNAVAILABLE',
  'ERR_INTERNAL',
] as const satisfies ErrorCode[];

/** Why somebody who came back from the company's provider is not signed in. */
export const serveFailedPage = (app: FastifyInstance): void =>
  servePage(app, '/sign-in-failed', new URL('.', import.meta.url), failedPage);

function failedPage(language: Language) {
  const { failed, noScript } = passkeyTexts(language);
  return {
    title: failed.title,
    texts: Object.fromEntries(CODES.map((code) => [code, errorTexts(language)[code]])),
    body: `      <h1>${failed.title}</h1>
      <p id="status" role="status"></p>
      <p>${failed.hint}</p>
      <noscript><p>${noScript}</p></noscript>`,
  };
}
