/** Somebody whose name may stand in a text behind an `@`. */
interface Named {
  id: number;
  name: string;
}

/** A name in a text, with its `@`. */
interface FoundMention {
  userId: number;
  from: number;
  to: number;
}

const WORD = /[\p{L}\p{N}_]/u;
const MARK = '@';

/**
 * The people whom a text names. A longer name goes before a shorter one that it begins with; of two people of one name
 * the first is meant.
 */
export function findMentions(text: string, people: readonly Named[]): FoundMention[] {
  const longestFirst = people
    .filter(({ name }) => name !== '')
    .toSorted((a, b) => b.name.length - a.name.length);
  const found: FoundMention[] = [];
  for (let at = text.indexOf(MARK); at >= 0; at = text.indexOf(MARK, at + 1)) {
    // As in an address of mail.
    if (WORD.test(text[at - 1] ?? '')) continue;
    const person = longestFirst.find(
      ({ name }) => text.startsWith(name, at + 1) && !WORD.test(text[at + 1 + name.length] ?? ''),
    );
    if (person) found.push({ userId: person.id, from: at, to: at + 1 + person.name.length });
  }
  return found;
}

/** The text of a message in parts: those with a `userId` are names. */
export function mentionParts(
  text: string,
  mentions: readonly { userId: number; name: string }[],
): { text: string; userId: number | null }[] {
  const found = findMentions(
    text,
    mentions.map(({ userId, name }) => ({ id: userId, name })),
  );
  const parts: { text: string; userId: number | null }[] = [];
  let end = 0;
  for (const { from, to, userId } of found) {
    if (from > end) parts.push({ text: text.slice(end, from), userId: null });
    parts.push({ text: text.slice(from, to), userId });
    end = to;
  }
  if (end < text.length) parts.push({ text: text.slice(end), userId: null });
  return parts;
}
