import { NAME } from '@balcao/shared/contract/limits.ts';
import type { ErrorCode } from '@balcao/shared/errors.ts';
import type { Language } from '@balcao/shared/text/languages.ts';
import type { FastifyInstance } from 'fastify';
import { servePage } from '../../../platform/http/plain-page.ts';
import { errorTexts } from '../../auth/reset-texts.ts';
import { passkeyTexts } from '../passkey-texts.ts';

/** What the page may have to tell of an answer. */
const CODES = [
  'ERR_PASSKEYS_OFF',
  'ERR_PASSKEY_LINK_INVALID',
  'ERR_PASSKEY_REFUSED',
  'ERR_VALIDATION',
  'ERR_TOO_MANY_REQUESTS',
  'ERR_UNAVAILABLE',
  'ERR_INTERNAL',
] as const satisfies ErrorCode[];

/** The page behind the link of a person who adds a passkey: their browser makes it, and they give it a name. */
export const serveKeyPage = (app: FastifyInstance): void =>
  servePage(app, '/passkey', new URL('.', import.meta.url), keyPage);

function keyPage(language: Language) {
  const { make, unsupported, canceled, unreachable, incomplete, noScript } = passkeyTexts(language);
  const codes = Object.fromEntries(CODES.map((code) => [code, errorTexts(language)[code]]));
  const { who, known, asking, done } = make;
  return {
    title: make.title,
    texts: { who, known, asking, done, unsupported, canceled, unreachable, incomplete, ...codes },
    body: `      <h1>${make.title}</h1>
      <p id="who"></p>
      <form hidden>
        <label for="name">${make.name}</label>
        <input id="name" required maxlength="${NAME.max}" value="${make.initialName}">
        <button>${make.go}</button>
      </form>
      <p id="status" role="status"></p>
      <noscript><p>${noScript}</p></noscript>`,
  };
}
