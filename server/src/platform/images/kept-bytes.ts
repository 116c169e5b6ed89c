/** Bytes from `start` to before `end`. */
export interface Range {
  start: number;
  end: number;
}

export const isWithin = ({ start, end }: Range, bytes: Uint8Array): boolean =>
  start >= 0 && start <= end && end <= bytes.length;

/** Fills with zeros whatever of this place is in no range: where nothing moves, no address becomes wrong. */
export function blankOutside(bytes: Buffer, kept: readonly Range[], place: Range): void {
  let at = place.start;
  for (const { start, end } of kept.toSorted((a, b) => a.start - b.start)) {
    if (start >= place.end) break;
    if (start > at) bytes.fill(0, at, start);
    at = Math.max(at, end);
  }
  if (at < place.end) bytes.fill(0, at, place.end);
}

/** The parts of these ranges that lie in one of the places, which are in order. */
export function clipTo(places: readonly Range[], ranges: readonly Range[]): Range[] {
  const joined = joinOverlapping(ranges);
  const parts: Range[] = [];
  let first = 0;
  for (const place of places) {
    // Places are in order, so what ends before this one ends before all that follow.
    while ((joined[first]?.end ?? Number.POSITIVE_INFINITY) <= place.start) first += 1;
    for (const { start, end } of rangesBefore(place.end, joined, first))
      parts.push({ start: Math.max(start, place.start), end: Math.min(end, place.end) });
  }
  return parts;
}

function joinOverlapping(ranges: readonly Range[]): Range[] {
  const joined: Range[] = [];
  for (const { start, end } of ranges.toSorted((a, b) => a.start - b.start)) {
    const last = joined.at(-1);
    if (last && start <= last.end) last.end = Math.max(last.end, end);
    else joined.push({ start, end });
  }
  return joined;
}

function* rangesBefore(end: number, joined: readonly Range[], first: number): Generator<Range> {
  for (let at = first; at < joined.length; at += 1) {
    const range = joined[at];
    if (!range || range.start >= end) return;
    yield range;
  }
}
