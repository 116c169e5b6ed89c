/** Bytes from `start` to before `end`. */
export interface Range {
  start: number;
  end: number;
}

export const isWithin = ({ start, end }: Range, bytes: Uint8Array): boolean =>
  start >= 0 && start <= end && end <= bytes.length;

/** Makes everything between `from` and `to` zeros that is in no range: where nothing moves, no address becomes wrong. */
export function blankOutside(bytes: Buffer, kept: readonly Range[], { start: from, end: to }: Range): void {
  let at = from;
  for (const { start, end } of kept.toSorted((a, b) => a.start - b.start)) {
    if (start >= to) break;
    if (start > at) bytes.fill(0, at, start);
    at = Math.max(at, end);
  }
  if (at < to) bytes.fill(0, at, to);
}

/** The parts of these ranges that lie in one of the places, which are in order. */
export function within(ranges: readonly Range[], places: readonly Range[]): Range[] {
  const joined: Range[] = [];
  for (const { start, end } of ranges.toSorted((a, b) => a.start - b.start)) {
    const last = joined.at(-1);
    if (last && start <= last.end) last.end = Math.max(last.end, end);
    else joined.push({ start, end });
  }
  const parts: Range[] = [];
  let first = 0;
  for (const place of places) {
    while ((joined[first]?.end ?? Number.POSITIVE_INFINITY) <= place.start) first += 1;
    for (const { start, end } of joinedFrom(joined, first, place.end))
      parts.push({ start: Math.max(start, place.start), end: Math.min(end, place.end) });
  }
  return parts;
}

function* joinedFrom(joined: readonly Range[], first: number, end: number): Generator<Range> {
  for (let at = first; at < joined.length; at += 1) {
    const range = joined[at];
    if (!range || range.start >= end) return;
    yield range;
  }
}
