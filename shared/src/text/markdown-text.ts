import { linkPieces, type Mark, type Piece, toWhatsApp } from './whatsapp-text.ts';

/** Longer than anything that is read in a chat. */
const MAX_CHARS = 20_000;

/** What CommonMark writes, as WhatsApp writes it. Tables and HTML stay as they are. */
export function markdownToWhatsApp(markdown: string): string {
  const lines: string[] = [];
  const paragraph: string[] = [];
  let fence: string | null = null;
  /** Marks may reach over the lines of a paragraph, so it is read as a whole. */
  const endParagraph = () => {
    if (paragraph.length > 0) lines.push(inWhatsApp(paragraph.join('\n')));
    paragraph.length = 0;
  };

  for (const line of markdown.slice(0, MAX_CHARS).replaceAll('\r\n', '\n').split('\n')) {
    const [, opens] = /^ {0,3}(`{3,}|~{3,})/.exec(line) ?? [];
    if (fence !== null || opens !== undefined) {
      endParagraph();
      if (fence === null || opens?.startsWith(fence)) {
        fence = fence === null && opens ? opens : null;
        lines.push('```');
      } else lines.push(line);
      continue;
    }
    const block = blockOf(line);
    if (block === null) {
      paragraph.push(line.endsWith('\\') ? line.slice(0, -1) : line.trimEnd());
      continue;
    }
    endParagraph();
    lines.push(block);
  }
  endParagraph();
  if (fence !== null) lines.push('```');
  return lines.join('\n').trim();
}

/** A line that is a block of its own; null: it is one of a paragraph. */
function blockOf(line: string): string | null {
  if (line.trim() === '' || /^ {0,3}([-*_])(?: *\1){2,} *$/.test(line)) return '';
  const [, heading] = /^ {0,3}#{1,6} +(.*)$/.exec(line) ?? [];
  if (heading !== undefined) return inWhatsApp(heading.replace(/ #+ *$/, ''), ['bold']);
  const [, quoted] = /^ {0,3}>[> ]*(.*)$/.exec(line) ?? [];
  if (quoted !== undefined) return `> ${blockOf(quoted) ?? inWhatsApp(quoted)}`;
  const [, indent = '', sign = '', item] = /^( *)([-*+]|\d{1,9}[.)]) +(.*)$/.exec(line) ?? [];
  if (item === undefined) return null;
  return `${indent}${/\d/.test(sign) ? sign : '-'} ${inWhatsApp(item)}`;
}

const inWhatsApp = (text: string, marks: readonly Mark[] = []): string => toWhatsApp(piecesOf(text, marks));

type Rule = [pattern: RegExp, pieces: (found: RegExpExecArray, marks: readonly Mark[]) => Piece[]];

const marking =
  (mark: Mark): Rule[1] =>
  ([, , inner = ''], marks) =>
    piecesOf(inner, [...marks, mark]);

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' };

/** Each looks ahead only so far that no text can make it slow. */
const RULES: readonly Rule[] = [
  [/\\([!-/:-@[-`{-~])/y, ([, character = ''], marks) => [{ text: character, marks }]],
  [/(?<!`)(`{1,9})(?!`)([\s\S]{1,1000}?)(?<!`)\1(?!`)/y, marking('code')],
  [
    /!?\[((?:[^[\]\\]|\\.){0,1000})\]\(\s{0,9}<?([^\s<>()]{0,2000}(?:\([^\s<>()]{0,999}\)[^\s<>()]{0,999})?)>?(?:\s{1,9}"[^"]{0,999}")?\s{0,9}\)/y,
    ([, words = '', url = ''], marks) => linkPieces(piecesOf(words, marks), url),
  ],
  [/<((?:https?:\/\/|mailto:|tel:)[^<>\s]{1,2000})>/y, ([, url = '']) => linkPieces([], url)],
  [/&(amp|lt|gt|quot|#39|nbsp);/y, ([, name = ''], marks) => [{ text: ENTITIES[name] ?? '', marks }]],
  [/(?<!\*)(\*\*)(?=\S)([\s\S]{1,1000}?)(?<=\S)\1(?!\*)/y, marking('bold')],
  [/(?<![\p{L}\p{N}_])(__)(?=\S)([\s\S]{1,1000}?)(?<=\S)\1(?![\p{L}\p{N}_])/uy, marking('bold')],
  [/(?<!~)(~~)(?=\S)([\s\S]{1,1000}?)(?<=\S)\1(?!~)/y, marking('strike')],
  [/(?<!\*)(\*)(?=[^\s*])([\s\S]{1,1000}?)(?<=\S)(?<!\*)\1(?!\*)/y, marking('italic')],
  [/(?<![\p{L}\p{N}_])(_)(?=[^\s_])([\s\S]{1,1000}?)(?<=\S)\1(?![\p{L}\p{N}_])/uy, marking('italic')],
];
const SPECIAL = /[\\`![<&*_~]/g;

function piecesOf(text: string, marks: readonly Mark[]): Piece[] {
  // Code contains no further signs.
  if (marks.includes('code')) return [{ text, marks }];
  const pieces: Piece[] = [];
  let done = 0;
  SPECIAL.lastIndex = 0;
  for (let at = nextSpecial(text, 0); at >= 0; ) {
    const hit = hitAt(text, at);
    if (!hit) {
      at = nextSpecial(text, at + 1);
      continue;
    }
    const [found, rule] = hit;
    pieces.push({ text: text.slice(done, at), marks }, ...rule(found, marks));
    done = at + found[0].length;
    at = nextSpecial(text, done);
  }
  return [...pieces, { text: text.slice(done), marks }];
}

function nextSpecial(text: string, from: number): number {
  SPECIAL.lastIndex = from;
  return SPECIAL.exec(text)?.index ?? -1;
}

function hitAt(text: string, at: number): [RegExpExecArray, Rule[1]] | null {
  for (const [pattern, pieces] of RULES) {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found) return [found, pieces];
  }
  return null;
}
