import type { ErrorCode } from '@balcao/shared/errors.ts';
import en from '@balcao/shared/features/invoice-links/en.json' with { type: 'json' };
import es from '@balcao/shared/features/invoice-links/es.json' with { type: 'json' };
import pt from '@balcao/shared/features/invoice-links/pt.json' with { type: 'json' };
import type { Language } from '@balcao/shared/text/languages.ts';
import type { FastifyInstance } from 'fastify';
import { readErrorTexts } from '../../../platform/error-texts.ts';
import { servePage } from '../../../platform/http/plain-page.ts';

const TEXTS = { pt, en, es };
const ERRORS = { pt: readErrorTexts('pt'), en: readErrorTexts('en'), es: readErrorTexts('es') };

/** What the page may have to tell of an answer. */
const CODES = [
  'ERR_INVOICE_LINK_INVALID',
  'ERR_PAYMENT_NOT_SET_UP',
  'ERR_PAYMENT_GATEWAY',
  'ERR_PAYMENT_CURRENCY',
  'ERR_PAYMENT_CLOSED',
  'ERR_TOO_MANY_REQUESTS',
  'ERR_UNAVAILABLE',
  'ERR_INTERNAL',
] as const satisfies ErrorCode[];

/** The page behind the link of a reminder: one invoice, and its Pix until it is paid. */
export const servePayPage = (app: FastifyInstance): void =>
  servePage(app, '/pay', new URL('.', import.meta.url), payPage, new URL('page.css', import.meta.url));

function payPage(language: Language) {
  const texts = TEXTS[language];
  const codes = Object.fromEntries(CODES.map((code) => [code, ERRORS[language][code]]));
  const fact = (name: 'company' | 'receiver' | 'detail' | 'dueDate') =>
    `<dt>${texts[name]}</dt><dd id="${name}"></dd>`;
  return {
    title: texts.title,
    texts: { ...texts, ...codes },
    body: `      <h1 id="number">${texts.title}</h1>
      <section id="invoice" hidden>
        <p id="value"></p>
        <dl>${fact('company')}${fact('detail')}${fact('dueDate')}${fact('receiver')}</dl>
      </section>
      <section id="pix" hidden>
        <p>${texts.hint}</p>
        <svg id="qr" role="img" aria-label="${texts.code}"></svg>
        <label for="code">${texts.code}</label>
        <textarea id="code" readonly rows="3"></textarea>
        <button id="copy" type="button">${texts.copy}</button>
        <p id="left"></p>
      </section>
      <button id="again" type="button" hidden>${texts.again}</button>
      <p id="status" role="status">${texts.loading}</p>
      <noscript><p>${texts.noScript}</p></noscript>`,
  };
}
