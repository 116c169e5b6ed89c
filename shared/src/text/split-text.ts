/** Where a text is cut, the better place first: between paragraphs, lines, sentences, words. */
const PLACES = [/\n\s*\n/g, /\n/g, /[.!?…]\s/g, /\s/g];

/** A text in parts of at most so many characters, for messengers that take no longer ones. Empty parts are left out. */
export function splitText(text: string, most: number): string[] {
  const parts: string[] = [];
  let rest = text.trim();
  while (rest.length > most) {
    const end = cutIn(rest.slice(0, most));
    parts.push(rest.slice(0, end).trim());
    rest = rest.slice(end).trim();
  }
  return [...parts, rest].filter((part) => part !== '');
}

/** No part is shorter than half of what fits, unless there is no better place; no character is cut in two. */
function cutIn(text: string): number {
  for (const place of PLACES) {
    const last = [...text.matchAll(place)].at(-1);
    const end = last ? last.index + last[0].length : 0;
    if (end > text.length / 2) return end;
  }
  return /[\uD800-\uDBFF]$/.test(text) && text.length > 1 ? text.length - 1 : text.length;
}
