import { compile } from 'html-to-text';

/** What somebody wrote in a mail, apart from what their program has put below it. */
export interface MailText {
  text: string;
  /** What was written before, which the mail repeats. */
  quoted: string;
  signature: string;
}

/** Stands where a mail program marks its part of the HTML; nobody types it. */
const QUOTE_MARK = '\uE0F1';
const SIGNATURE_MARK = '\uE0F2';

/** Where Gmail, Outlook, Apple Mail, Thunderbird and Yahoo begin what they repeat. */
const QUOTES = [
  'div.gmail_quote',
  'div.gmail_quote_container',
  'blockquote.gmail_quote',
  'div#appendonsend',
  'div#divRplyFwdMsg',
  'blockquote[type="cite"]',
  'div.moz-cite-prefix',
  'div.yahoo_quoted',
];
const SIGNATURES = [
  'div.gmail_signature',
  'div.moz-signature',
  'pre.moz-signature',
  'div#Signature',
  'div#ms-outlook-mobile-signature',
];

/** Of longer HTML its beginning is read. */
export const MAX_HTML_CHARS = 160 * 1024;

/**
 * The words of HTML, and nothing else of it: no script, no picture and no address of one is left. It ends by itself,
 * however deep or wide the HTML is.
 */
const wordsOfHtml = compile({
  wordwrap: false,
  preserveNewlines: false,
  limits: { maxDepth: 60, maxChildNodes: 5_000, ellipsis: '…' },
  selectors: [
    { selector: 'img', format: 'skip' },
    { selector: 'hr', format: 'skip' },
    { selector: 'a', options: { ignoreHref: false, hideLinkHrefIfSameAsText: true, noAnchorUrl: true } },
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } })),
    { selector: 'table', format: 'block' },
    { selector: 'b', format: 'inlineSurround', options: { prefix: '*', suffix: '*' } },
    { selector: 'strong', format: 'inlineSurround', options: { prefix: '*', suffix: '*' } },
    ...QUOTES.map((selector) => ({ selector, format: 'quote' })),
    ...SIGNATURES.map((selector) => ({ selector, format: 'signature' })),
  ],
  formatters: { quote: marked(QUOTE_MARK), signature: marked(SIGNATURE_MARK) },
});

type Formatter = NonNullable<NonNullable<Parameters<typeof compile>[0]>['formatters']>[string];

function marked(mark: string): Formatter {
  return (element, walk, builder) => {
    builder.openBlock({ leadingLineBreaks: 2 });
    builder.addLiteral(mark);
    builder.addLineBreak();
    walk(element.children, builder);
    builder.closeBlock({ trailingLineBreaks: 2 });
  };
}

/** @param html null: there is none, or it is not needed */
export function readText(plain: string, html: string | null): MailText {
  const words =
    plain.trim() === '' && html !== null ? wordsOfHtml(html.slice(0, MAX_HTML_CHARS)) : withoutMarks(plain);
  return folded(words.replaceAll('\r\n', '\n').replaceAll('\u00a0', ' '));
}

const withoutMarks = (text: string) => text.replaceAll(QUOTE_MARK, '').replaceAll(SIGNATURE_MARK, '');

/** "On … wrote:", in the languages of those who write here. It may be broken into two lines. */
const SAID =
  /^(?:On|Em|Le|El|Am|Il)\b.{3,300}\b(?:wrote|escreveu|écrit|escribió|schrieb|ha scritto)\s*:\s*$/i;
/** The line above what Outlook repeats. */
const ORIGINAL =
  /^-{2,}\s*(?:Original Message|Mensagem original|Mensaje original|Forwarded message|Mensagem encaminhada)\s*-{2,}$/i;
/** Outlook's own lines: from, and then sent or to. */
const FROM = /^\*?(?:From|De)\s*:\*?\s*\S/i;
const SENT = /^\*?(?:Sent|Enviado|Enviada|Date|Data|Fecha|To|Para)(?: em| el)?\s*:\*?\s*\S/i;
/** What telephones put below each mail. */
const SENT_FROM = /^(?:Sent from my|Enviado do meu|Enviado desde mi|Get Outlook for|Obter o Outlook)\b/i;

/** Takes apart what was written, what is repeated below it, and the signature between the two. */
function folded(words: string): MailText {
  const lines = words.split('\n');
  const repeatedAt = repeatedFrom(lines);
  const quoteAt = lines.findIndex(
    (line, index) => index === repeatedAt || beginsQuote(line.trim(), (lines[index + 1] ?? '').trim()),
  );
  const said = quoteAt === -1 ? lines : lines.slice(0, quoteAt);
  const quoted = quoteAt === -1 ? [] : lines.slice(quoteAt);
  const signatureAt = said.findIndex(
    (line) => line === '-- ' || line === '--' || line.includes(SIGNATURE_MARK) || SENT_FROM.test(line.trim()),
  );
  // Whoever answers below or between what is repeated has written something there.
  const below = quoted.length > 0 && !said.some((line) => line.trim() !== '') ? answersIn(quoted) : null;
  const text = below ?? (signatureAt === -1 ? said : said.slice(0, signatureAt));
  return {
    text: tidy(text),
    quoted: below === null ? tidy(quoted) : '',
    signature: signatureAt === -1 ? '' : tidy(said.slice(signatureAt)).replace(/^--\s*\n/, ''),
  };
}

function beginsQuote(line: string, next: string): boolean {
  if (line.includes(QUOTE_MARK) || ORIGINAL.test(line) || SAID.test(line)) return true;
  if (line.length < 200 && next.length < 200 && SAID.test(`${line} ${next}`)) return true;
  return FROM.test(line) && SENT.test(next);
}

/** The first of the lines from which on everything is repeated. */
function repeatedFrom(lines: readonly string[]): number {
  const last = lines.findLastIndex((line) => !line.startsWith('>') && line.trim() !== '');
  const from = lines.slice(last + 1).findIndex((line) => line.startsWith('>'));
  return from === -1 ? -1 : last + 1 + from;
}

/** The whole, where the answers stand between the lines that they answer. */
const answersIn = (quoted: readonly string[]): readonly string[] | null =>
  quoted.some((line) => line.startsWith('>')) &&
  quoted.slice(1).some((line) => line.trim() !== '' && !line.startsWith('>') && !line.includes(QUOTE_MARK))
    ? quoted
    : null;

const tidy = (lines: readonly string[]): string =>
  withoutMarks(lines.map((line) => line.trimEnd()).join('\n'))
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();

/** These say in seven bits what others say in eight: valid UTF-8 proves nothing of them. */
const STATEFUL = /^(?:iso-2022|utf-?7|hz)/i;

/** The text of these bytes. What they say of themselves may be a lie. */
export function decoded(bytes: Uint8Array, charset: string | undefined): string {
  const named = decoderFor(charset);
  if (named && STATEFUL.test(charset ?? '')) return named.decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    const other = named && named.encoding !== 'utf-8' ? named : new TextDecoder('windows-1252');
    return other.decode(bytes);
  }
}

function decoderFor(charset: string | undefined): InstanceType<typeof TextDecoder> | null {
  try {
    return charset ? new TextDecoder(charset) : null;
  } catch {
    return null;
  }
}
