/** Whether one of these words stands in a text, as a whole. */
export function mentions(text: string, words: readonly string[]): boolean {
  const plain = ` ${plainWords(text)} `;
  return words.some((word) => plain.includes(` ${word} `));
}

const plainWords = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim();
