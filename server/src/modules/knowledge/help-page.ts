import en from '@balcao/shared/features/knowledge/help-page/en.json' with { type: 'json' };
import es from '@balcao/shared/features/knowledge/help-page/es.json' with { type: 'json' };
import pt from '@balcao/shared/features/knowledge/help-page/pt.json' with { type: 'json' };
import { helpArticlePath } from '@balcao/shared/features/knowledge/help-page.ts';
import type { ArticleFileView } from '@balcao/shared/features/knowledge/row.ts';
import { paletteOf } from '@balcao/shared/text/colours.ts';
import type { Language } from '@balcao/shared/text/languages.ts';
import { escapeHtml } from '../../platform/http/escape-html.ts';
import { articleHtml } from './article-html.ts';
import type { HelpArticle, HelpItem, HelpingCompany } from './help-page.repo.ts';

const TEXTS = { pt, en, es };
const NAMES = { pt: 'Português', en: 'English', es: 'Español' };

interface Place extends Pick<HelpingCompany, 'colour' | 'logo'> {
  companyId: number;
  company: string;
  language: Language;
}

export const placeOf = (
  companyId: number,
  { name: company, colour, logo }: HelpingCompany,
  language: Language,
): Place => ({ companyId, company, language, colour, logo });

/** What letters of the page stand on, as its sheet has it. */
const CARD = { light: '#ffffff', dark: '#24201d' };

/** In the company's colour, which lets every letter be read, in the light and in the dark. @param files what the page shows */
export function lookOf({ colour, logo }: Place, files: readonly ArticleFileView[] = []) {
  const origins = [...(files.length > 0 ? ["'self'"] : []), ...(logo ? [new URL(logo).origin] : [])];
  const pictures = origins.join(' ') || null;
  if (!colour) return { style: '', pictures };
  const sheet = (theme: keyof typeof CARD) => {
    const { accent, onAccent, ink } = paletteOf(colour, CARD[theme]);
    return `:root { --link: ${ink}; --button: ${accent}; --on-button: ${onAccent}; }`;
  };
  return { style: `${sheet('light')}\n@media (prefers-color-scheme: dark) { ${sheet('dark')} }\n`, pictures };
}

const logoOf = ({ logo }: Place) =>
  logo ? `      <img class="logo" src="${escapeHtml(logo)}" alt="" referrerpolicy="no-referrer">\n` : '';

const home = ({ companyId, language }: Place) => `/help/${companyId}?lang=${language}`;

/** All of it by category, or what was found. @param sought null: nothing was looked for */
export function writeHelpPage(place: Place, articles: readonly HelpItem[], sought: string | null) {
  const texts = TEXTS[place.language];
  const company = escapeHtml(place.company);
  const list =
    sought === null
      ? byCategory(place, articles)
      : `<h2>${texts.found.replace('{{text}}', () => escapeHtml(sought))}</h2>\n${links(place, articles) || `<p>${texts.none}</p>`}
<p><a href="${home(place)}">${texts.all}</a></p>`;
  return {
    title: `${texts.title} · ${company}`,
    body: `${logoOf(place)}      <h1>${company}</h1>
      <p class="subtitle">${texts.title}</p>
${searchForm(place, sought ?? '')}
${list || `<p>${texts.empty}</p>`}`,
  };
}

/** HTML in a text comes out as text, and so do links that are none of the web. */
export function writeHelpArticle(place: Place, { title, category, body, files, others }: HelpArticle) {
  const texts = TEXTS[place.language];
  const elsewhere = others.map(
    ({ id, language }) =>
      `<a href="${helpArticlePath(place.companyId, id)}" lang="${language}">${NAMES[language]}</a>`,
  );
  return {
    title: `${escapeHtml(title)} · ${escapeHtml(place.company)}`,
    body: `${logoOf(place)}      <p class="subtitle"><a href="${home(place)}">${escapeHtml(place.company)} · ${texts.title}</a></p>
      <h1>${escapeHtml(title)}</h1>
      <p class="subtitle">${escapeHtml(category)}</p>
      <article>
${articleHtml(place.companyId, body, files)}
      </article>
      ${elsewhere.length > 0 ? `<p>${texts.otherLanguages} ${elsewhere.join(' ')}</p>` : ''}
${searchForm(place, '')}`,
  };
}

export const writeSitemap = (addresses: readonly { url: string; updatedAt: Date }[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${addresses.map(({ url, updatedAt }) => `<url><loc>${escapeHtml(url)}</loc><lastmod>${updatedAt.toISOString()}</lastmod></url>`).join('\n')}
</urlset>
`;

const searchForm = ({ companyId, language }: Place, text: string) => {
  const { search, find } = TEXTS[language];
  return `      <form action="/help/${companyId}" role="search">
        <input type="hidden" name="lang" value="${language}">
        <input type="search" name="q" maxlength="200" aria-label="${search}" placeholder="${search}" value="${escapeHtml(text)}">
        <button>${find}</button>
      </form>`;
};

const links = ({ companyId }: Place, articles: readonly HelpItem[]): string =>
  articles.length === 0
    ? ''
    : `<ul>${articles.map(({ id, title }) => `<li><a href="${helpArticlePath(companyId, id)}">${escapeHtml(title)}</a></li>`).join('')}</ul>`;

function byCategory(place: Place, articles: readonly HelpItem[]): string {
  const groups = Map.groupBy(articles, ({ category }) => category);
  const { others } = TEXTS[place.language];
  return [...groups]
    .map(([category, inside]) => `<h2>${escapeHtml(category) || others}</h2>\n${links(place, inside)}`)
    .join('\n');
}
