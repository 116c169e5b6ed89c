/** How a piece of text is to look; WhatsApp cannot underline. */
export type Mark = 'bold' | 'italic' | 'strike' | 'code';

export interface Piece {
  text: string;
  marks: readonly Mark[];
}

const SIGNS: Record<Mark, string> = { bold: '*', italic: '_', strike: '~', code: '```' };
/** The order of marks, from the outside to the inside. */
const ORDER: readonly Mark[] = ['bold', 'italic', 'strike'];

/**
 * Text as WhatsApp writes it. Its signs work only at the ends of words, close to what they mark and within one line:
 * elsewhere customers would read the signs themselves.
 */
export function toWhatsApp(pieces: readonly Piece[]): string {
  const lines: Piece[][] = [[]];
  for (const { text, marks } of pieces)
    for (const [index, part] of text.split('\n').entries()) {
      if (index > 0) lines.push([]);
      if (part !== '') lines.at(-1)?.push({ text: part, marks });
    }
  return lines.map((line) => lineOf(joined(line))).join('\n');
}

/** Neighbours that look alike are one: `*a**b*` would show its signs. */
function joined(pieces: readonly Piece[]): Piece[] {
  const whole: Piece[] = [];
  for (const piece of pieces) {
    const last = whole.at(-1);
    if (last && signsOf(last) === signsOf(piece)) last.text += piece.text;
    else whole.push({ ...piece });
  }
  return whole;
}

function lineOf(pieces: readonly Piece[]): string {
  let line = '';
  for (const [index, piece] of pieces.entries()) {
    const { text } = piece;
    const core = text.trim();
    const begins = text.length - text.trimStart().length;
    const ends = text.trimEnd().length;
    const signs = signsOf(piece);
    const isInWord =
      (begins === 0 && isOfWord(line.slice(-1))) ||
      (ends === text.length && isOfWord(pieces[index + 1]?.text[0]));
    line +=
      core === '' || signs === '' || isInWord
        ? text
        : text.slice(0, begins) + signs + core + [...signs].toReversed().join('') + text.slice(ends);
  }
  return line;
}

/** What is code shows every sign inside. */
const signsOf = ({ marks }: Piece): string =>
  marks.includes('code')
    ? SIGNS.code
    : ORDER.filter((mark) => marks.includes(mark))
        .map((mark) => SIGNS[mark])
        .join('');

const isOfWord = (character: string | undefined): boolean =>
  character !== undefined && /[\p{L}\p{N}]/u.test(character);

/** A link with the words that lead to it; the address alone where the words only repeat it. */
export function linkPieces(words: readonly Piece[], address: string): Piece[] {
  const url = address.trim().replace(/^(?:mailto|tel):/i, '');
  const said = words.map(({ text }) => text).join('');
  if (url === '') return [...words];
  if (said.trim() === '' || bare(said) === bare(url)) return [{ text: url, marks: [] }];
  return [...words, { text: ` (${url})`, marks: [] }];
}

const bare = (url: string): string =>
  url
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/\/$/, '');
