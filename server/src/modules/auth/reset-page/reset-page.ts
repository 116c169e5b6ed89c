import type { ErrorCode } from '@balcao/shared/errors.ts';
import { PASSWORD } from '@balcao/shared/features/users/limits.ts';
import type { Language } from '@balcao/shared/text/languages.ts';
import type { FastifyInstance } from 'fastify';
import { servePage } from '../../../platform/http/plain-page.ts';
import { errorTexts, fill, resetTexts } from '../reset-texts.ts';

/** What the page may have to tell of an answer. */
const CODES = [
  'ERR_RESET_LINK_INVALID',
  'ERR_TOO_MANY_REQUESTS',
  'ERR_VALIDATION',
  'ERR_UNAVAILABLE',
  'ERR_INTERNAL',
] as const satisfies ErrorCode[];

/** The page behind the link of a mail, on which a new password is typed. */
export const serveResetPage = (app: FastifyInstance): void =>
  servePage(app, '/reset-password', new URL('.', import.meta.url), resetPage);

function resetPage(language: Language) {
  const texts = resetTexts(language);
  const { done, different, saving, noToken, unreachable } = texts;
  const codes = Object.fromEntries(CODES.map((code) => [code, errorTexts(language)[code]]));
  const { min, max } = PASSWORD;
  return {
    title: texts.title,
    texts: { done, different, saving, noToken, unreachable, ...codes },
    body: `      <h1>${texts.title}</h1>
      <p id="hint">${fill(texts.hint, { min, max })}</p>
      <form hidden>
        <label for="password">${texts.password}</label>
        <input id="password" type="password" autocomplete="new-password" aria-describedby="hint" required minlength="${min}" maxlength="${max}">
        <label for="repeat">${texts.repeat}</label>
        <input id="repeat" type="password" autocomplete="new-password" required maxlength="${max}">
        <button>${texts.submit}</button>
      </form>
      <p id="status" role="status"></p>
      <noscript><p>${texts.noScript}</p></noscript>`,
  };
}
