import { excerpt, marked, wordsOf } from './excerpt.ts';
import classes from './found-text.module.css';

/** The part of a text with the words of a search, with these marked. */
export function FoundText({ text, search }: { text: string; search: string }) {
  const words = wordsOf(search);
  return marked(excerpt(text, words), words).map(({ at, text, found }) =>
    found ? (
      <mark key={at} className={classes.found}>
        {text}
      </mark>
    ) : (
      text
    ),
  );
}
