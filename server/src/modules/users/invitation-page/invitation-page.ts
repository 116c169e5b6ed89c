import { NAME } from '@balcao/shared/contract/limits.ts';
import type { ErrorCode } from '@balcao/shared/errors.ts';
import { PASSWORD } from '@balcao/shared/features/users/limits.ts';
import type { Language } from '@balcao/shared/text/languages.ts';
import type { FastifyInstance } from 'fastify';
import { servePage } from '../../../platform/http/plain-page.ts';
import { errorTexts, fill } from '../../auth/reset-texts.ts';
import { invitationTexts } from '../invitation-texts.ts';

/** What the page may have to tell of an answer. */
const CODES = [
  'ERR_INVITATION_INVALID',
  'ERR_TOO_MANY_REQUESTS',
  'ERR_VALIDATION',
  'ERR_UNAVAILABLE',
  'ERR_INTERNAL',
] as const satisfies ErrorCode[];

/** The page behind the link of an invitation: whom it invites, a name and a password. */
export const serveInvitationPage = (app: FastifyInstance): void =>
  servePage(app, '/invitation', new URL('.', import.meta.url), invitationPage);

function invitationPage(language: Language) {
  const texts = invitationTexts(language);
  const { who, done, different, saving, noToken, unreachable } = texts;
  const codes = Object.fromEntries(CODES.map((code) => [code, errorTexts(language)[code]]));
  const { min, max } = PASSWORD;
  return {
    title: texts.title,
    texts: { who, done, different, saving, noToken, unreachable, ...codes },
    body: `      <h1>${texts.heading}</h1>
      <p id="who"></p>
      <form hidden>
        <label for="name">${texts.name}</label>
        <input id="name" autocomplete="name" required minlength="${NAME.min}" maxlength="${NAME.max}">
        <label for="password">${texts.password}</label>
        <input id="password" type="password" autocomplete="new-password" aria-describedby="hint" required minlength="${min}" maxlength="${max}">
        <small id="hint">${fill(texts.hint, { min, max })}</small>
        <label for="repeat">${texts.repeat}</label>
        <input id="repeat" type="password" autocomplete="new-password" required maxlength="${max}">
        <button>${texts.submit}</button>
      </form>
      <p id="status" role="status">${texts.loading}</p>
      <noscript><p>${texts.noScript}</p></noscript>`,
  };
}
