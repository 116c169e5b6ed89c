import type { ErrorCode } from '@balcao/shared/errors.ts';
import type { Language } from '@balcao/shared/text/languages.ts';
import type { FastifyInstance } from 'fastify';
import { servePage } from '../../../platform/http/plain-page.ts';
import { errorTexts } from '../../auth/reset-texts.ts';
import { passkeyTexts } from '../passkey-texts.ts';

/** What the page may have to tell of an answer. */
const CODES = [
  'ERR_PASSKEYS_OFF',
  'ERR_PASSKEY_UNKNOWN',
  'ERR_TOO_MANY_REQUESTS',
  'ERR_UNAVAILABLE',
  'ERR_INTERNAL',
] as const satisfies ErrorCode[];

/** The page that a console opens: a passkey proves the person, and the console hears of it. */
export const serveSignInPage = (app: FastifyInstance): void =>
  servePage(app, '/sign-in', new URL('.', import.meta.url), signInPage);

function signInPage(language: Language) {
  const { signIn, unsupported, canceled, unreachable, incomplete, noScript } = passkeyTexts(language);
  const codes = Object.fromEntries(CODES.map((code) => [code, errorTexts(language)[code]]));
  return {
    title: signIn.title,
    texts: { asking: signIn.asking, unsupported, canceled, unreachable, incomplete, ...codes },
    body: `      <h1>${signIn.title}</h1>
      <p>${signIn.hint}</p>
      <button id="go" type="button" hidden>${signIn.go}</button>
      <p id="status" role="status"></p>
      <noscript><p>${noScript}</p></noscript>`,
  };
}
