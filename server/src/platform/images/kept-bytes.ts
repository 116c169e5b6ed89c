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
