import { compile } from 'html-to-text';

/** Of longer pages the beginning is read. */
const MAX_CHARS = 400 * 1024;

type Formatters = NonNullable<NonNullable<Parameters<typeof compile>[0]>['formatters']>;
type Formatter = Formatters[string];

const heading =
  (marks: string): Formatter =>
  (element, walk, builder) => {
    builder.openBlock({ leadingLineBreaks: 2 });
    builder.addLiteral(`${marks} `);
    walk(element.children, builder);
    builder.closeBlock({ trailingLineBreaks: 2 });
  };

/** Other links than those of the web are words. */
const linkFrom =
  (url: string | undefined): Formatter =>
  (element, walk, builder) => {
    const target = URL.parse(String(element.attribs.href ?? ''), url);
    const isOfWeb = target?.protocol === 'https:' || target?.protocol === 'http:';
    if (isOfWeb) builder.addInline('[');
    walk(element.children, builder);
    if (isOfWeb) builder.addInline(`](${target.href})`, { noWordTransform: true });
  };

const LEFT_OUT = [
  'script',
  'style',
  'nav',
  'header',
  'footer',
  'aside',
  'form',
  'img',
  'svg',
  'iframe',
  'noscript',
];

/** What is written on a page, as Markdown. It ends by itself, however deep or wide the HTML is. */
const markdownFrom = (url: string | undefined) =>
  compile({
    wordwrap: false,
    preserveNewlines: false,
    baseElements: { selectors: ['article', 'main', 'body'], orderBy: 'selectors', returnDomByDefault: true },
    limits: { maxBaseElements: 1, maxDepth: 60, maxChildNodes: 5_000, ellipsis: '…' },
    selectors: [
      ...LEFT_OUT.map((selector) => ({ selector, format: 'skip' })),
      { selector: 'h1', format: 'title' },
      ...['h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, format: 'heading' })),
      { selector: 'a', format: 'link' },
      { selector: 'ul', options: { itemPrefix: '- ' } },
      { selector: 'table', format: 'block' },
      ...['b', 'strong'].map((selector) => ({
        selector,
        format: 'inlineSurround',
        options: { prefix: '**', suffix: '**' },
      })),
    ],
    formatters: { title: heading('#'), heading: heading('##'), link: linkFrom(url) },
  });

const titleOf = compile({
  wordwrap: false,
  baseElements: { selectors: ['title'], returnDomByDefault: false },
  limits: { maxBaseElements: 1, maxDepth: 60, maxChildNodes: 5_000 },
});

/** @param url where it was, if on the web: links of it lead there */
export function readPage(html: string, url?: string): { title: string; text: string } {
  const read = html.slice(0, MAX_CHARS);
  return { title: titleOf(read).trim(), text: markdownFrom(url)(read).trim() };
}
