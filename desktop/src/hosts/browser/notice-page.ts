import type { ServerResponse } from 'node:http';
import en from '@balcao/shared/text/host/en.json' with { type: 'json' };
import es from '@balcao/shared/text/host/es.json' with { type: 'json' };
import pt from '@balcao/shared/text/host/pt.json' with { type: 'json' };
import type { Language } from '@balcao/shared/text/languages.ts';

const TEXTS = { pt, en, es };

/** The page for a visitor who may not see the console: no script, no style, nothing to load. */
export function sendNoAccess(response: ServerResponse, language: Language): void {
  const { noAccessTitle, noAccessHint } = TEXTS[language];
  send(response, 403, language, noAccessTitle, `<h1>${noAccessTitle}</h1><p>${noAccessHint}</p>`);
}

/**
 * Navigates to the console. A redirect would not do: the cookie is withheld from one that another site's page started,
 * while a navigation of this page is always same-site.
 */
export function sendEntry(response: ServerResponse, language: Language, cookie: string): void {
  response.setHeader('set-cookie', cookie);
  response.setHeader('refresh', '0; url=/');
  send(
    response,
    200,
    language,
    TEXTS[language].entering,
    `<p><a href="/">${TEXTS[language].entering}</a></p>`,
  );
}

function send(
  response: ServerResponse,
  status: number,
  language: Language,
  title: string,
  content: string,
): void {
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
  });
  response.end(
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><title>${title}</title></head><body>${content}</body></html>`,
  );
}
