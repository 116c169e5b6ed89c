/** The marks of WhatsApp's texts, and addresses. Everything else stays what it is. */
export type Piece =
  | { type: 'text'; text: string }
  /** `text` is what was written. */
  | { type: 'link'; text: string; href: string }
  | { type: 'bold' | 'italic' | 'strike'; pieces: Piece[] }
  | { type: 'code'; text: string };

/** Lines that belong together. */
export type Block =
  | { type: 'lines' | 'quote'; pieces: Piece[] }
  /** `start` is the number of the first item; null: bullets. */
  | { type: 'list'; start: number | null; items: Piece[][] };

const MARKS = { '*': 'bold', _: 'italic', '~': 'strike' } as const;

/**
 * Code first, because nothing inside it counts; then addresses, because `_` inside them is no mark; then the marks,
 * which must stand at the edge of a word and enclose no line break.
 * The lengths are bounded, so that a hostile text of open marks costs no more than its length.
 */
const TOKEN =
  /```([\s\S]{1,4000}?)```|`([^`\n]{1,1000})`|\b((?:https?:\/\/|www\.)[^\s<>"]+[^\s<>".,;:!?)\]}'*_~])|(?<![\p{L}\p{N}])([*_~])(?=\S)([^\n]{0,1000}?\S)\4(?![\p{L}\p{N}])/iu;

export function parseRichText(text: string): Piece[] {
  const pieces: Piece[] = [];
  let rest = text;
  for (let match = TOKEN.exec(rest); match; match = TOKEN.exec(rest)) {
    if (match.index > 0) pieces.push({ type: 'text', text: rest.slice(0, match.index) });
    const [whole, block, code = block, address, mark, inner] = match;
    if (code !== undefined) pieces.push({ type: 'code', text: code });
    else if (address !== undefined) pieces.push(linkTo(address));
    else pieces.push({ type: MARKS[mark as keyof typeof MARKS], pieces: parseRichText(inner ?? '') });
    rest = rest.slice(match.index + whole.length);
  }
  if (rest) pieces.push({ type: 'text', text: rest });
  return pieces;
}

const CODE_BLOCK = /```[\s\S]{1,4000}?```/g;
const QUOTE = /^> ?(.+)$/;
const BULLET = /^[-*] +(\S.*)$/;
const NUMBERED = /^(\d{1,3})\. +(\S.*)$/;

/** Quotes and lists by the beginnings of their lines; inside of code there are none. */
export function parseBlocks(text: string): Block[] {
  const codes = [...text.matchAll(CODE_BLOCK)].map(({ index, 0: code }) => [index, index + code.length]);
  const groups: { kind: 'lines' | 'quote' | 'bullets' | 'numbers'; start: number; lines: string[] }[] = [];
  let offset = 0;
  for (const line of text.split('\n')) {
    const inCode = codes.some(([from = 0, to = 0]) => from < offset && offset < to);
    offset += line.length + 1;
    const { kind, start, content } = inCode ? plain(line) : readLine(line);
    const last = groups.at(-1);
    if (last?.kind === kind) last.lines.push(content);
    else groups.push({ kind, start, lines: [content] });
  }
  return groups.map(({ kind, start, lines }) =>
    kind === 'lines' || kind === 'quote'
      ? { type: kind, pieces: parseRichText(lines.join('\n')) }
      : { type: 'list', start: kind === 'numbers' ? start : null, items: lines.map(parseRichText) },
  );
}

const plain = (content: string) => ({ kind: 'lines' as const, start: 0, content });

function readLine(line: string) {
  const quote = QUOTE.exec(line)?.[1];
  if (quote !== undefined) return { kind: 'quote' as const, start: 0, content: quote };
  const bullet = BULLET.exec(line)?.[1];
  if (bullet !== undefined) return { kind: 'bullets' as const, start: 0, content: bullet };
  const [, number, item] = NUMBERED.exec(line) ?? [];
  if (item !== undefined) return { kind: 'numbers' as const, start: Number(number), content: item };
  return plain(line);
}

/** Nothing but one to three emoji, which are shown large. */
const FEW_EMOJI = /^(?:\p{RGI_Emoji}\s*){1,3}$/v;
/** Longer than three emoji ever are. */
const EMOJI_CHARS = 120;

export const isFewEmoji = (text: string): boolean =>
  text.length <= EMOJI_CHARS && FEW_EMOJI.test(text.trim());

/** Phones write the first letter of a sentence large, and people leave the protocol away. */
const linkTo = (address: string): Piece => ({
  type: 'link',
  text: address,
  href: /^www\./i.test(address) ? `https://${address}` : address,
});

/** The text without its marks, for messengers that would show the signs. Lines stay as they are. */
export const withoutMarks = (text: string): string => flat(parseRichText(text));

/** The same on one line, for lists and quotes. */
export const plainText = (text: string): string => withoutMarks(text).replace(/\s+/g, ' ');

const flat = (pieces: Piece[]): string =>
  pieces.map((piece) => ('pieces' in piece ? flat(piece.pieces) : piece.text)).join('');
