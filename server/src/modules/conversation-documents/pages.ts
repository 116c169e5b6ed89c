import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { displayName, formatPhone } from '@balcao/shared/phone/phone-format.ts';
import { LOCALES } from '@balcao/shared/time/dates.ts';
import { escapeHtml } from '../../platform/http/escape-html.ts';
import { createTimes } from '../../platform/written-times.ts';
import type { Conversation, LedgerMessage } from './conversation-documents.service.ts';
import { fill, type PageWords, TEXTS } from './texts.ts';
import { createMessageWriter, type Taken } from './write-message.ts';

/** The document, page after page. */
export interface Pages {
  add(message: LedgerMessage, taken: Taken): void;
  /** Characters of the page that is being written. */
  length(): number;
  /** Pages that are done. */
  count(): number;
  /** Messages that are in them. */
  messages(): number;
  /** Ends the page, and begins another one. @param last what the end of the last one tells; null: another one follows */
  end(last: { files: number } | null): { name: string; html: string };
}

const STYLE = readFileSync(new URL('pages.css', import.meta.url), 'utf8');
/** What strangers have written runs nothing and loads nothing but the pictures beside it. */
const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "img-src 'self' file:",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/** @param before what stands in the archives before this one */
export function createPages(
  conversation: Conversation,
  words: PageWords,
  before: { pages: number; messages: number },
): Pages {
  const { language, contact } = conversation;
  const { document: texts } = TEXTS[language];
  const writeMessage = createMessageWriter(conversation);
  const title = escapeHtml(fill(words.title, { name: displayName(contact) }));
  let [written, messages, done] = ['', before.messages, before.pages];

  const nameOf = (page: number) => `${words.fileName}${page === 1 ? '' : `-${page}`}.html`;
  const linkTo = (page: number, words: string) => `<a href="${nameOf(page)}">${escapeHtml(words)}</a>`;

  function endOf(last: { files: number } | null): string {
    if (!last) return `<p>${linkTo(done + 1, texts.next)}</p>`;
    if (messages === 0) return `<p>${escapeHtml(words.nothing)}</p>`;
    return `<p>${escapeHtml(fill(texts.end, { messages, files: last.files }))}</p>`;
  }

  return {
    add(message, taken) {
      messages += 1;
      written += writeMessage(message, taken);
    },
    length: () => written.length,
    count: () => done,
    messages: () => messages,
    end(last) {
      done += 1;
      const isFirst = done === 1;
      const part = isFirst && last ? '' : `<p>${escapeHtml(fill(texts.part, { part: done }))}</p>`;
      const back = isFirst ? '' : `<p>${linkTo(done - 1, texts.previous)}</p>`;
      const parts = [`<h1>${title}</h1>`, part, headingOf(conversation, words), back, written, endOf(last)];
      written = '';
      return { name: nameOf(done), html: pageOf(language, title, parts) };
    },
  };
}

/** Who, for whom, when, and what the reader should know. */
function headingOf(conversation: Conversation, { about }: PageWords): string {
  const { language, company, contact, maker, at, timezone } = conversation;
  const { document: texts } = TEXTS[language];
  const when = createTimes(conversation)(at);
  const number = contact.number && !contact.isGroup ? ` · ${formatPhone(contact.number)}` : '';
  const facts = [
    [texts.company, company],
    [texts.contact, `${displayName(contact)}${contact.name ? number : ''}`],
    [texts.made, fill(texts.madeBy, { when, name: maker })],
    [texts.zone, timezone],
  ].map(([what, said]) => `<div><dt>${escapeHtml(what ?? '')}</dt><dd>${escapeHtml(said ?? '')}</dd></div>`);
  return `<dl class="heading">${facts.join('')}</dl><p class="about">${escapeHtml(about)}</p>`;
}

const pageOf = (language: Conversation['language'], title: string, parts: string[]) =>
  `${beginPage(language, title)}${parts.filter(Boolean).join('\n')}
${PAGE_END}`;

/** A page until its content, whose title is written as HTML already. */
export const beginPage = (language: Conversation['language'], title: string) => `<!doctype html>
<html lang="${LOCALES[language]}">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width">
    <meta http-equiv="Content-Security-Policy" content="${POLICY}">
    <title>${title}</title>
    <style>${STYLE}</style>
  </head>
  <body>
    <main>
`;

export const PAGE_END = `    </main>
  </body>
</html>
`;
