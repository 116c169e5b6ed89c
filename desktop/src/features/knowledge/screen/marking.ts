export type Mark = 'heading' | 'bold' | 'italic' | 'bullets' | 'numbers' | 'quote' | 'link';

/** What takes the place of a part of a text, and what is selected afterwards. */
export interface Marking {
  from: number;
  to: number;
  text: string;
  selected: [from: number, to: number];
}

/** What comes in behind a place of a text, a picture in a line of its own; its words are selected, to be written over. */
export function inserting(markdown: string, whole: string, at: number): Marking {
  const isAlone = at === 0 || whole[at - 1] === '\n';
  const gap = isAlone || !markdown.startsWith('!') ? '' : '\n\n';
  const text = `${gap}${markdown}`;
  const words: [number, number] = [at + text.indexOf('[') + 1, at + text.lastIndexOf('](')];
  return { from: at, to: at, text, selected: words };
}

const AROUND = { bold: ['**', '**'], italic: ['*', '*'], link: ['[', '](https://)'] } as const;
const BEFORE = {
  heading: () => '## ',
  bullets: () => '- ',
  numbers: (line: number) => `${line + 1}. `,
  quote: () => '> ',
};

/** The signs of Markdown around what is selected, or before each of its lines. */
export function marking(mark: Mark, whole: string, from: number, to: number): Marking {
  if (mark === 'bold' || mark === 'italic' || mark === 'link') {
    const [opens, closes] = AROUND[mark];
    const start = from + opens.length;
    const text = `${opens}${whole.slice(from, to)}${closes}`;
    return { from, to, text, selected: [start, start + to - from] };
  }
  const first = whole.lastIndexOf('\n', from - 1) + 1;
  const end = whole.indexOf('\n', to);
  const last = end < 0 ? whole.length : end;
  const text = whole
    .slice(first, last)
    .split('\n')
    .map((line, index) => `${BEFORE[mark](index)}${line}`)
    .join('\n');
  return { from: first, to: last, text, selected: [first + text.length, first + text.length] };
}
