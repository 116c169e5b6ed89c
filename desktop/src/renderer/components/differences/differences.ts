import { diffLines, diffWordsWithSpace } from 'diff';

interface Difference {
  /** Where it begins: no other one begins there. */
  key: string;
  kind: 'same' | 'added' | 'removed';
  text: string;
}

/** Texts that have little in common are compared by lines after that (ms). */
const PATIENCE = { timeout: 200 };

/** What was taken away from a text and what was added, word by word, and the words around it. */
export function differences(before: string, after: string): Difference[] {
  const changes = diffWordsWithSpace(before, after, PATIENCE) ?? diffLines(before, after);
  let at = 0;
  return changes.map(({ added, removed, value }, place) => {
    const kind = added ? 'added' : removed ? 'removed' : 'same';
    const key = `${at}${kind}`;
    at += value.length;
    const isFirst = place === 0;
    const isLast = place === changes.length - 1;
    return { key, kind, text: kind === 'same' ? around(value, isFirst, isLast) : value };
  });
}

/** Of a text that stays the same so much is shown before and after what does not (characters). */
const SHOWN_AROUND = 240;

function around(text: string, isFirst: boolean, isLast: boolean): string {
  const head = isFirst ? '' : text.slice(0, SHOWN_AROUND);
  const tail = isLast ? '' : text.slice(-SHOWN_AROUND);
  return head.length + tail.length >= text.length ? text : `${head} […] ${tail}`.trim();
}
