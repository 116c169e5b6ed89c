import { fold } from '@balcao/shared/text/fold.ts';

/**
 * Whether a text has all words of a search, without accents, or others that mean the same.
 * @param sameWords words of one meaning beside each other, meanings separated by semicolons
 */
export function wordMatcher(search: string, sameWords: string): (text: string) => boolean {
  const meanings = fold(sameWords)
    .split(';')
    .map((meaning) => meaning.trim().split(/\s+/));
  const wanted = fold(search)
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => [word, ...meanings.filter((meaning) => meaning.includes(word)).flat()]);
  return (text) => {
    const folded = fold(text);
    return wanted.every((words) => words.some((word) => folded.includes(word)));
  };
}
