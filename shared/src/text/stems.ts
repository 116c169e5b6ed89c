import { fold } from './fold.ts';

/** The ends of words in Portuguese, Spanish and English that say nothing of what is meant, without accents. */
const ENDING =
  /(?:[cs]oes|[cs]iones|[ai]mentos?|[ai]mientos?|[cs]ao|[cs]ion|adores?|adoras?|a?veis|a?vel|mente|[aei]ndo|[ai]d[ao]s?|aram|eram|iram|ava|amos|emos|ing|ed|ou|ei|[aei]r|[aeo]s|[aeo]|s)$/;
/** What is left of a word at least. */
const SHORTEST = 4;
const LETTERS = /[\p{L}\p{N}]+/gu;

/** What the words of a text begin with, whatever their endings and accents; those with fewer letters are left out. */
export function stemsOf(text: string, letters = 3): string[] {
  const words = fold(text).match(LETTERS) ?? [];
  return [...new Set(words.filter((word) => word.length >= letters).map(stemOf))];
}

function stemOf(word: string): string {
  const stem = word.replace(ENDING, '');
  return stem.length >= SHORTEST ? stem : word;
}
