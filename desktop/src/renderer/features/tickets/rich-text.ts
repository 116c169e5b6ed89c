/** The marks of WhatsApp's texts, and addresses. Everything else stays what it is. */
export type Piece =
  | { type: 'text'; text: string }
  | { type: 'link'; text: string; href: string }
  | { type: 'bold' | 'italic' | 'strike'; pieces: Piece[] }
  | { type: 'code'; text: string };

const MARKS = { '*': 'bold', _: 'italic', '~': 'strike' } as const;

/**
 * Code first, because nothing inside it counts; then addresses, because `_` inside them is no mark; then the marks,
 * which must stand at the edge of a word and enclose no line break.
 * The lengths are bounded, so that a hostile text of open marks costs no more than its length.
 */
const TOKEN =
  /```([\s\S]{1,4000}?)```|\b(https?:\/\/[^\s<>"]+[^\s<>".,;:!?)\]}'*_~])|(?<![\p{L}\p{N}])([*_~])(?=\S)([^\n]{0,1000}?\S)\3(?![\p{L}\p{N}])/u;

export function parseRichText(text: string): Piece[] {
  const pieces: Piece[] = [];
  let rest = text;
  for (let match = TOKEN.exec(rest); match; match = TOKEN.exec(rest)) {
    if (match.index > 0) pieces.push({ type: 'text', text: rest.slice(0, match.index) });
    const [whole, code, href, mark, inner] = match;
    if (code !== undefined) pieces.push({ type: 'code', text: code });
    else if (href !== undefined) pieces.push({ type: 'link', text: href, href });
    else pieces.push({ type: MARKS[mark as keyof typeof MARKS], pieces: parseRichText(inner ?? '') });
    rest = rest.slice(match.index + whole.length);
  }
  if (rest) pieces.push({ type: 'text', text: rest });
  return pieces;
}

/** The text without its marks, on one line, for lists and quotes. */
export function plainText(text: string): string {
  const flatten = (pieces: Piece[]): string =>
    pieces.map((piece) => ('pieces' in piece ? flatten(piece.pieces) : piece.text)).join('');
  return flatten(parseRichText(text)).replace(/\s+/g, ' ');
}
