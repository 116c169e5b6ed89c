/**
 * What a text means to the stand-in: which words it has, where words that mean the same are one. It is enough to try how
 * meanings are kept and compared, and says nothing of how well a model does.
 */

const SIZE = 256;
/** Whoever says this is answered with fewer numbers, like by another model under the same name. */
export const OTHER_SIZE = '[other-size]';
const SAME = [
  ['geladeira', 'frigobar', 'refrigerador'],
  ['dinheiro', 'grana', 'reembolso'],
];

export function meaningOf(text: string): number[] {
  const numbers = new Array<number>(text.includes(OTHER_SIZE) ? SIZE / 2 : SIZE).fill(0);
  const words =
    text
      .normalize('NFD')
      .replaceAll(/\p{M}/gu, '')
      .toLowerCase()
      .match(/\p{L}{4,}/gu) ?? [];
  for (const word of words) {
    const meant = SAME.find((same) => same.includes(word))?.[0] ?? word;
    const place = placeOf(meant) % numbers.length;
    numbers[place] = (numbers[place] ?? 0) + 1;
  }
  return numbers.map((number) => number + 0.001);
}

const placeOf = (word: string): number =>
  [...word].reduce((hash, letter) => (hash * 31 + (letter.codePointAt(0) ?? 0)) >>> 0, 7);
