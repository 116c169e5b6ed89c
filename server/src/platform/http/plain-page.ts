import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { LANGUAGES, type Language } from '@balcao/shared/text/languages.ts';
import type { FastifyInstance, FastifyReply } from 'fastify';

/** Pages of the server's own for people without a console. */

interface StillPage {
  title: string;
  /** What is between the page's `main` tags. */
  body: string;
}

/** What a page has of its own beside its sheet. @property pictures from where they come: an origin; null: it has none */
interface PageLook {
  style: string;
  pictures: string | null;
}

interface PlainPage extends StillPage {
  /** What the script needs to say. */
  texts: Record<string, string>;
}

const hashed = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** A heading, words and a form. */
const PLAIN = new URL('plain-page.css', import.meta.url);

/**
 * A page that is the same for everybody, whatever their link is worth.
 *
 * @param folder with `page.js`, the only script that runs there; it reaches this server and nothing else
 * @param write the page in a language
 * @param sheet the styles of a page that is more than a form
 */
export function servePage(
  app: FastifyInstance,
  path: string,
  folder: URL,
  write: (language: Language) => PlainPage,
  sheet = PLAIN,
): void {
  const style = readFileSync(sheet, 'utf8');
  const script = readFileSync(new URL('page.js', folder), 'utf8');
  const policy = [
    "default-src 'none'",
    `script-src ${hashed(script)}`,
    `style-src ${hashed(style)}`,
    "connect-src 'self'",
    // Without the script a form would write what is typed into the address.
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join('; ');

  app.get<{ Querystring: { lang?: unknown } }>(
    path,
    { config: { access: 'page' } },
    async (request, reply) => {
      const language = chooseLanguage(request.query.lang, request.headers['accept-language']);
      const { title, body, texts } = write(language);
      return reply
        .header('content-security-policy', policy)
        .header('cross-origin-opener-policy', 'same-origin')
        .type('text/html; charset=utf-8')
        .send(
          documentOf(
            language,
            { title, body },
            style,
            `
    <script type="application/json" id="texts">${JSON.stringify(texts).replaceAll('<', '\\u003c')}</script>
    <script>${script}</script>`,
          ),
        );
    },
  );
}

/**
 * How a route sends a page without a script, which somebody has asked for by its address.
 *
 * @param sheet the styles of the page, the only ones that count there
 * @param forms it asks this server by a form
 */
export function stillPage(sheet: URL, { forms = false } = {}) {
  const style = readFileSync(sheet, 'utf8');
  const policyOf = (styles: string, pictures: string | null) =>
    [
      "default-src 'none'",
      `style-src ${hashed(styles)}`,
      ...(pictures === null ? [] : [`img-src ${pictures}`]),
      forms ? "form-action 'self'" : "form-action 'none'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ].join('; ');
  const plain: PageLook = { style: '', pictures: null };
  return (reply: FastifyReply, language: Language, page: StillPage, look = plain): FastifyReply =>
    reply
      .header('content-security-policy', policyOf(style + look.style, look.pictures))
      .header('cross-origin-opener-policy', 'same-origin')
      .header('vary', 'accept-language')
      .type('text/html; charset=utf-8')
      .send(documentOf(language, page, style + look.style));
}

const documentOf = (
  language: Language,
  { title, body }: StillPage,
  style: string,
  scripts = '',
) => `<!doctype html>
<html lang="${language}">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width">
    <meta name="color-scheme" content="light dark">
    <title>${title}</title>
    <style>${style}</style>
  </head>
  <body>
    <main>
${body}
    </main>${scripts}
  </body>
</html>
`;

/** What the address says, else the first language of the browser that we speak. */
export function chooseLanguage(
  said: unknown,
  accepted: string | undefined,
  otherwise: Language = 'pt',
): Language {
  const wishes = (accepted ?? '').split(',').map((wish) => {
    const [tag = '', weight = 'q=1'] = wish.split(';').map((part) => part.trim());
    return { tag, weight: Number(weight.replace('q=', '')) || 0 };
  });
  const inOrder = wishes
    .toSorted((a, b) => b.weight - a.weight)
    .map(({ tag }) => tag.slice(0, 2).toLowerCase());
  return (
    [said, ...inOrder].flatMap((wish) => LANGUAGES.find((language) => language === wish) ?? [])[0] ??
    otherwise
  );
}
