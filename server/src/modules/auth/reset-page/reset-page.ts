import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { LANGUAGES, type Language } from '@balcao/shared/bridge/methods.ts';
import { PASSWORD } from '@balcao/shared/constants.ts';
import type { ErrorCode } from '@balcao/shared/errors.ts';
import { errorTexts, fill, resetTexts } from '../reset-texts.ts';

const read = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8');
const [STYLE, SCRIPT] = [read('page.css'), read('page.js')];

const hashed = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** This script and this style run here and nothing else does; the password goes to this server and nowhere else. */
export const RESET_PAGE_POLICY = [
  "default-src 'none'",
  `script-src ${hashed(SCRIPT)}`,
  `style-src ${hashed(STYLE)}`,
  "connect-src 'self'",
  // Without the script a form would write the password into the address.
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join('; ');

/** What the page may have to tell of an answer. */
const CODES = [
  'ERR_RESET_LINK_INVALID',
  'ERR_TOO_MANY_REQUESTS',
  'ERR_VALIDATION',
  'ERR_UNAVAILABLE',
  'ERR_INTERNAL',
] as const satisfies ErrorCode[];

/** The page behind the link of a mail: the same for everybody, whatever their link is worth. */
export function resetPage(language: Language): string {
  const texts = resetTexts(language);
  const { done, different, saving, noToken, unreachable } = texts;
  const codes = Object.fromEntries(CODES.map((code) => [code, errorTexts(language)[code]]));
  const told = JSON.stringify({ done, different, saving, noToken, unreachable, ...codes });
  const { min, max } = PASSWORD;
  return `<!doctype html>
<html lang="${language}">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width">
    <meta name="color-scheme" content="light dark">
    <title>${texts.title}</title>
    <style>${STYLE}</style>
  </head>
  <body>
    <main>
      <h1>${texts.title}</h1>
      <p id="hint">${fill(texts.hint, { min, max })}</p>
      <form hidden>
        <label for="password">${texts.password}</label>
        <input id="password" type="password" autocomplete="new-password" aria-describedby="hint" required minlength="${min}" maxlength="${max}">
        <label for="repeat">${texts.repeat}</label>
        <input id="repeat" type="password" autocomplete="new-password" required maxlength="${max}">
        <button>${texts.submit}</button>
      </form>
      <p id="status" role="status"></p>
      <noscript><p>${texts.noScript}</p></noscript>
    </main>
    <script type="application/json" id="texts">${told.replaceAll('<', '\\u003c')}</script>
    <script>${SCRIPT}</script>
  </body>
</html>
`;
}

/** What the address says, else the first language of the browser that we speak, else Portuguese. */
export function chooseLanguage(said: unknown, accepted: string | undefined): Language {
  const wishes = (accepted ?? '').split(',').map((wish) => {
    const [tag = '', weight = 'q=1'] = wish.split(';').map((part) => part.trim());
    return { tag, weight: Number(weight.replace('q=', '')) || 0 };
  });
  const inOrder = wishes
    .toSorted((a, b) => b.weight - a.weight)
    .map(({ tag }) => tag.slice(0, 2).toLowerCase());
  return (
    [said, ...inOrder].flatMap((wish) => LANGUAGES.find((language) => language === wish) ?? [])[0] ?? 'pt'
  );
}
