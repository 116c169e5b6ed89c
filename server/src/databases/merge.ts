import { PAGE_SIZE } from '@balcao/shared/contract/limits.ts';

/** What a home has sent of a list, all of it behind the same place. */
interface SentPage<Row> {
  rows: readonly Row[];
  hasMore: boolean;
  isOwn(row: Row): boolean;
}

/** @param isOwn whether a row counts, and is no copy or on its way */
export const sentPage = <Row>(
  rows: readonly Row[],
  hasMore: boolean,
  isOwn: (row: NoInfer<Row>) => boolean,
): SentPage<Row> => ({ rows, hasMore, isOwn });

export interface MergedPage<Row> {
  shown: Row[];
  hasMore: boolean;
  next: string | null;
}

/**
 * The page of all homes: what comes first of them.
 *
 * @param order the one in which each home has sent its own
 * @param placeOf what homes understand as the place of a row
 */
export function mergePages<Row>(
  pages: readonly SentPage<Row>[],
  order: (one: Row, other: Row) => number,
  placeOf: (row: Row) => string,
): MergedPage<Row> {
  const ends = pages.flatMap(({ rows, hasMore }) => (hasMore ? rows.slice(-1) : []));
  // Behind this row somebody may have others, which come before those that have been sent.
  const [end] = ends.toSorted(order);
  const known = pages
    .flatMap(({ rows, isOwn }) => rows.filter(isOwn))
    .filter((row) => end === undefined || order(row, end) <= 0)
    .toSorted(order);
  const shown = known.slice(0, PAGE_SIZE);
  const last = known.length > PAGE_SIZE ? shown.at(-1) : end;
  return { shown, hasMore: last !== undefined, next: last === undefined ? null : placeOf(last) };
}
