/** Words in which an AI names what they rest on: `[1]` for the first source that it was given, `[0]` for none. */
interface Cited {
  text: string;
  /** Each source that is named, once. */
  marks: number[];
  /** It says that the words rest on no source and need none. */
  needsNone: boolean;
  /** How many were named that are not there: they are gone from the text. */
  invented: number;
}

/** @param shown whether marks of sources stay in the text */
export function readCitations(text: string, sources: number, { shown }: { shown: boolean }): Cited {
  const marks = new Set<number>();
  let needsNone = false;
  let invented = 0;
  const kept = text.replace(/\s?\[(\d{1,3})\]/g, (whole, digits: string) => {
    const mark = Number(digits);
    if (mark === 0) needsNone = true;
    else if (mark <= sources) marks.add(mark);
    else invented++;
    return shown && marks.has(mark) ? whole : '';
  });
  return { text: kept.trim(), marks: [...marks], needsNone, invented };
}
