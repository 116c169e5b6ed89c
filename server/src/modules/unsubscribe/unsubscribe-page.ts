import en from '@balcao/shared/features/campaigns/unsubscribe/en.json' with { type: 'json' };
import es from '@balcao/shared/features/campaigns/unsubscribe/es.json' with { type: 'json' };
import pt from '@balcao/shared/features/campaigns/unsubscribe/pt.json' with { type: 'json' };
import type { Language } from '@balcao/shared/text/languages.ts';
import { escapeHtml } from '../../platform/http/escape-html.ts';

const TEXTS = { pt, en, es };

interface Facts {
  company: string;
  address: string;
}

const filled = (text: string, { company, address }: Facts): string =>
  text.replace('{{company}}', () => escapeHtml(company)).replace('{{address}}', () => escapeHtml(address));

/** Whether they really want to; the form goes where the page is. */
export const writeQuestion = (facts: Facts, language: Language) =>
  page(facts, language, ({ question, button }) => [
    `<p>${filled(question, facts)}</p>`,
    `<form method="post"><button>${button}</button></form>`,
  ]);

/** They have left, now or before. */
export const writeAnswer = (facts: Facts, language: Language) =>
  page(facts, language, ({ done, back }) => [`<p>${filled(done, facts)}</p>`, `<p>${back}</p>`]);

function page(facts: Facts, language: Language, write: (texts: typeof pt) => string[]) {
  const texts = TEXTS[language];
  const title = filled(texts.title, facts);
  return { title, body: [`<h1>${title}</h1>`, ...write(texts)].map((line) => `      ${line}`).join('\n') };
}
