import type { ErrorCode } from '@balcao/shared/errors.ts';
import type { Language } from '@balcao/shared/text/languages.ts';
import type { FastifyInstance } from 'fastify';
import { servePage } from '../../../platform/http/plain-page.ts';
import { errorTexts } from '../../auth/reset-texts.ts';
import { passkeyTexts } from '../../passkeys/passkey-texts.ts';

/** What the page may have to tell of an answer. */
const CODES = [
  'ERR_SECOND_FACTOR_WRONG',
  'ERR_OIDC_ATTEMPT',
  'ERR_COMPANY_BLOCKED',
  'ERR_TOO_MANY_REQUESTS',
  'ERR_VALIDATION',
  'ERR_UNAVAILABLE',
  'ERR_INTERNAL',
] as const satisfies ErrorCode[];

/** The page between the company's provider and the console of a person who has a code of their own. */
export const serveCodePage = (app: FastifyInstance): void =>
  servePage(app, '/sign-in-code', new URL('.', import.meta.url), codePage);

function codePage(language: Language) {
  const { ownStep, unreachable, incomplete, noScript } = passkeyTexts(language);
  const codes = Object.fromEntries(CODES.map((code) => [code, errorTexts(language)[code]]));
  return {
    title: ownStep.title,
    texts: { checking: ownStep.checking, unreachable, incomplete, ...codes },
    body: `      <h1>${ownStep.title}</h1>
      <p id="hint">${ownStep.hint}</p>
      <form hidden>
        <label for="code">${ownStep.code}</label>
        <input id="code" autocomplete="one-time-code" inputmode="numeric" aria-describedby="hint" required maxlength="50">
        <button>${ownStep.go}</button>
      </form>
      <p id="status" role="status"></p>
      <noscript><p>${noScript}</p></noscript>`,
  };
}
