import { fold } from '@balcao/shared/text/fold.ts';

/**
 * How well a text answers a query; 0: not at all. The whole word beats its beginning, that beats the beginning of a
 * later word, that beats any place, and that beats letters in order with others between.
 */
function score(text: string, query: string): number {
  if (query === '') return 1;
  const at = text.indexOf(query);
  if (at === 0) return text.length === query.length ? 100 : 80;
  if (at > 0) return /[\p{L}\p{N}]/u.test(text[at - 1] ?? '') ? 40 : 60;
  return scattered(text, query);
}

/** Fewer letters between the found ones are better. */
function scattered(text: string, query: string): number {
  let at = -1;
  let gaps = 0;
  for (const letter of query) {
    const next = text.indexOf(letter, at + 1);
    if (next < 0) return 0;
    if (at >= 0) gaps += next - at - 1;
    at = next;
  }
  return Math.max(0, 20 - gaps);
}

/** The best answers first; equal ones keep their order. `texts` of an item: the most important first. */
export function best<T>(
  items: readonly T[],
  query: string,
  texts: (item: T) => string[],
  limit: number,
): T[] {
  const wanted = fold(query);
  return items
    .map((item) => ({ item, score: bestScore(texts(item), wanted) }))
    .filter((one) => one.score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, limit)
    .map(({ item }) => item);
}

/** A long text is only searched for the words themselves: scattered letters are in every long text. */
function bestScore(texts: string[], query: string): number {
  const scores = texts.map((text, index) => {
    const found = score(fold(text), query);
    return index === 0 ? found * 2 : found > 20 ? found : 0;
  });
  return Math.max(0, ...scores);
}
