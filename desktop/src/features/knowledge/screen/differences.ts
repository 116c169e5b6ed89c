import { diffLines, diffWordsWithSpace } from 'diff';

interface Difference {
  /** Where it begins: no other one begins there. */
  key: string;
  kind: 'same' | 'added' | 'removed';
  text: string;
}

/** Texts that have little in common are compared by lines after that (ms). */
const PATIENCE = { timeout: 200 };

/** What was taken away from a text and what was added, word by word. */
export function differences(before: string, after: string): Difference[] {
  const changes = diffWordsWithSpace(before, after, PATIENCE) ?? diffLines(before, after);
  let at = 0;
  return changes.map(({ added, removed, value }) => {
    const kind = added ? 'added' : removed ? 'removed' : 'same';
    const key = `${at}${kind}`;
    at += value.length;
    return { key, kind, text: value };
  });
}
