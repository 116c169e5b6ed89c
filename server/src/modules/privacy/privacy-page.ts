import en from '@balcao/shared/features/privacy/privacy-page/en.json' with { type: 'json' };
import es from '@balcao/shared/features/privacy/privacy-page/es.json' with { type: 'json' };
import pt from '@balcao/shared/features/privacy/privacy-page/pt.json' with { type: 'json' };
import type { Language } from '@balcao/shared/text/languages.ts';
import { escapeHtml } from '../../platform/http/escape-html.ts';
import type { PublishedPrivacy } from './privacy.repo.ts';

const TEXTS = { pt, en, es };

/** What is kept of a person, in the order of the page. */
const KINDS = ['contact', 'conversations', 'files', 'notes', 'campaigns', 'ratings'] as const;

/** For how long each kind is kept. */
const keptFor = (language: Language) =>
  KINDS.map((kind) => ({ what: TEXTS[language].kept[kind], howLong: TEXTS[language].whileNeeded }));

/** The page of a company that publishes one. */
export function writePrivacyPage({ company, words, contact }: PublishedPrivacy, language: Language) {
  const texts = TEXTS[language];
  const name = escapeHtml(company);
  const kept = keptFor(language).map(({ what, howLong }) => `<dt>${what}</dt><dd>${howLong}</dd>`);
  const rights = Object.values(texts.rights).map((right) => `<li>${right}</li>`);
  return {
    title: `${texts.title} · ${name}`,
    body: `      <h1>${name}</h1>
      <p class="subtitle">${texts.title}</p>
${paragraphs(words)}
      <h2>${texts.keptTitle}</h2>
      <dl>${kept.join('')}</dl>
      <h2>${texts.rightsTitle}</h2>
      <ul>${rights.join('')}</ul>
      <h2>${texts.contactTitle}</h2>
${paragraphs(contact || texts.contactByChat)}`,
  };
}

/** Blank lines part paragraphs; other ends of lines stay. */
const paragraphs = (text: string): string =>
  text
    .split(/\n\s*\n/)
    .filter((part) => part.trim() !== '')
    .map((part) => `      <p>${escapeHtml(part.trim()).replaceAll('\n', '<br>')}</p>`)
    .join('\n');
