import sanitizeHtml from 'sanitize-html';
import type { MailPage } from '../channel.ts';
import { MAX_HTML_CHARS } from './text.ts';

/** Pictures of a page that lie outside. */
const MAX_PICTURES = 40;
const ADDRESS_CHARS = 2_000;
/** A cleaned page is hardly longer than what it was made of; a longer one is words alone. */
const MAX_PAGE_CHARS = 2 * MAX_HTML_CHARS;

/** What makes a page worth its place: else the words say all of it. */
const IS_FORMED = /<(?:img|table|ul|ol|h[1-6]|font)\b|data-style="[^"]*(?:color|font-size|background)/;

/** Letters, numbers, colours and lengths: nothing that names an address or asks for a function of the reader's program. */
const VALUE = /^(?!.*(?:url|expression|image|attr|var|env)\s*\()[\w\s#%.,()'"+-]{1,200}$/i;
const STYLES = [
  ...['color', 'background', 'background-color', 'opacity'],
  ...['font', 'font-family', 'font-size', 'font-style', 'font-weight', 'line-height', 'letter-spacing'],
  ...['text-align', 'text-decoration', 'text-transform', 'vertical-align', 'white-space', 'direction'],
  ...['width', 'max-width', 'min-width', 'height', 'display', 'float', 'clear', 'list-style-type'],
  ...['border-collapse', 'border-spacing', 'border-radius'],
  ...['', '-top', '-right', '-bottom', '-left'].flatMap((side) =>
    ['margin', 'padding', 'border'].map((name) => `${name}${side}`),
  ),
  ...['border-color', 'border-style', 'border-width'],
];

const SIZES = ['width', 'height', 'align', 'valign', 'bgcolor'];

/**
 * What a page may have. Scripts, forms, frames, style sheets, classes and ids go; a link opens apart. Nothing of it makes a
 * reader's program ask anybody: a picture of the mail itself is `data-file`, its number among the files; one that lies outside
 * `data-picture`, its number among the addresses.
 */
const RULES: sanitizeHtml.IOptions = {
  allowedTags: [...sanitizeHtml.defaults.allowedTags, 'img', 'font', 'center'],
  allowedAttributes: {
    '*': ['style', 'align', 'valign', 'bgcolor', 'dir'],
    a: ['href', 'title', 'target', 'rel'],
    img: ['alt', 'width', 'height', 'data-file', 'data-picture'],
    table: ['border', 'cellpadding', 'cellspacing', ...SIZES],
    td: ['colspan', 'rowspan', ...SIZES],
    th: ['colspan', 'rowspan', ...SIZES],
    font: ['color', 'size', 'face'],
    ol: ['start', 'type'],
  },
  allowedSchemes: ['https', 'http', 'mailto', 'tel'],
  allowProtocolRelative: false,
  allowedStyles: { '*': Object.fromEntries(STYLES.map((name) => [name, [VALUE]])) },
  // What is measured alone, and a picture of which nothing is left.
  exclusiveFilter: ({ tag, attribs }) =>
    tag === 'img' && !attribs['data-file'] && !attribs['data-picture'] && !attribs.alt,
};

/**
 * How a mail looks.
 *
 * @param files the ids by which its HTML names its own files, in the order of these
 * @returns null where its words say all of it
 */
export function pageOf(html: string, files: readonly { cid: string }[]): MailPage | null {
  const pictures: string[] = [];
  const clean = sanitizeHtml(html.slice(0, MAX_HTML_CHARS), {
    ...RULES,
    transformTags: {
      a: (tagName, attribs) => ({
        tagName,
        attribs: { ...attribs, target: '_blank', rel: 'noopener noreferrer' },
      }),
      img: (tagName, attribs) => ({
        tagName,
        attribs: {
          ...Object.fromEntries(Object.entries(attribs).filter(([name]) => OF_PICTURES.has(name))),
          ...sourceOf(attribs, files, pictures),
        },
      }),
    },
  });
  const page = withStylesAside(clean);
  const isKept = page.length <= MAX_PAGE_CHARS && IS_FORMED.test(page);
  return isKept ? { html: page.replaceAll('\0', '').toWellFormed(), pictures } : null;
}

/** What a picture may say of itself. */
const OF_PICTURES = new Set(['alt', 'width', 'height', 'align', 'style']);

/** A dot tells its sender that somebody reads, and shows nothing. */
const isDot = ({ width = '', height = '' }: sanitizeHtml.Attributes): boolean =>
  [width, height].some((size) => /^\s*[01]\b/.test(size));

function sourceOf(
  attribs: sanitizeHtml.Attributes,
  files: readonly { cid: string }[],
  pictures: string[],
): Record<string, string> {
  const source = (attribs.src ?? '').trim();
  if (/^cid:/i.test(source)) {
    const at = files.findIndex(({ cid }) => cid !== '' && cid === source.slice(4));
    return at === -1 ? {} : { 'data-file': String(at + 1) };
  }
  const isOutside = /^https?:\/\//i.test(source) && source.length <= ADDRESS_CHARS;
  if (!isOutside || isDot(attribs)) return {};
  if (!pictures.includes(source)) {
    if (pictures.length === MAX_PICTURES) return {};
    pictures.push(source);
  }
  return { 'data-picture': String(pictures.indexOf(source) + 1) };
}

/** Whoever shows the page sets them itself: its own policy takes no style that stands in markup. */
const withStylesAside = (html: string): string =>
  html.replaceAll(/<[a-z][^<>]*>/g, (tag) => tag.replace(' style="', ' data-style="'));
