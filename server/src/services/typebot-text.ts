import { markdownToWhatsApp } from '@balcao/shared/text/markdown-text.ts';
import { linkPieces, type Mark, type Piece, toWhatsApp } from '@balcao/shared/text/whatsapp-text.ts';

/** Deeper than anybody writes; what lies below is left out. */
const MAX_DEPTH = 200;
/** Elements that stand inside a line; every other one stands on lines of its own. */
const INLINE = new Set(['a', 'inline-variable', 'mention']);

type Line = Piece[];
type Node = Record<string, unknown>;

/** The text of a bubble, in whichever form the viewer writes it, as WhatsApp writes it; '' when it says nothing. */
export function typebotText(content: unknown): string {
  if (!isNode(content)) return '';
  if (typeof content.markdown === 'string') return markdownToWhatsApp(content.markdown);
  const nodes = nodesIn(content.richText);
  if (nodes.length === 0) return typeof content.plainText === 'string' ? content.plainText.trim() : '';
  return nodes
    .flatMap((node) => linesOfNode(node, [], 0))
    .map(toWhatsApp)
    .join('\n')
    .trim();
}

/** Lines of neighbours: blocks begin new ones, everything else goes on where the one before has ended. */
function linesOf(nodes: readonly Node[], marks: readonly Mark[], depth: number): Line[] {
  const lines: Line[] = [[]];
  let isAfterBlock = false;
  for (const [index, node] of nodes.entries()) {
    const isBlock = typeof node.text !== 'string' && !INLINE.has(String(node.type));
    const [first = [], ...rest] = linesOfNode(node, marks, depth);
    if (index > 0 && (isBlock || isAfterBlock)) lines.push(first);
    else lines.at(-1)?.push(...first);
    lines.push(...rest);
    isAfterBlock = isBlock;
  }
  return lines;
}

function linesOfNode(node: Node, marks: readonly Mark[], depth: number): Line[] {
  if (depth > MAX_DEPTH) return [[]];
  if (typeof node.text === 'string') {
    const own = [...marks, ...marksOf(node)];
    return node.text.split('\n').map((text) => [{ text, marks: own }]);
  }
  const type = String(node.type);
  const children = nodesIn(node.children);
  if (type === 'ul' || type === 'ol')
    return children.flatMap((item, index) =>
      // A list inside a list without an item between them continues that item.
      behind(
        isList(item) ? '  ' : type === 'ol' ? `${index + 1}. ` : '- ',
        linesOfNode(item, marks, depth + 1),
      ),
    );
  const lines = linesOf(children, /^h[1-6]$/.test(type) ? [...marks, 'bold'] : marks, depth + 1);
  if (type === 'a' && typeof node.url === 'string') return linked(lines, node.url);
  return type === 'blockquote' ? lines.map((line) => [plain('> '), ...line]) : lines;
}

const isList = ({ type }: Node): boolean => type === 'ul' || type === 'ol';

const behind = (sign: string, lines: readonly Line[]): Line[] =>
  lines.map((line, index) => [plain(index === 0 ? sign : '  '), ...line]);

const linked = (lines: readonly Line[], url: string): Line[] =>
  lines.length === 1 ? [linkPieces(lines[0] ?? [], url)] : [...lines, [plain(`(${url})`)]];

const plain = (text: string): Piece => ({ text, marks: [] });

const marksOf = (leaf: Node): Mark[] =>
  (
    [
      ['bold', 'bold'],
      ['italic', 'italic'],
      ['strikethrough', 'strike'],
      ['code', 'code'],
    ] as const
  ).flatMap(([name, mark]) => (leaf[name] === true ? [mark] : []));

const nodesIn = (value: unknown): Node[] => (Array.isArray(value) ? value.filter(isNode) : []);

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
