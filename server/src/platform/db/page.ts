import { PAGE_SIZE } from '@balcao/shared/contract/limits.ts';

/** A part of a list: behind a row, or as many rows from the beginning as an offset says. */
export interface Page<Place = undefined> {
  offset: number;
  limit: number;
  /** The page begins behind this row. */
  after?: Place | undefined;
}

/** The choices of a select end somewhere. */
export const CHOICES = { offset: 0, limit: 500 };

/** What to ask for: one row more than a page shows, which says whether there is another page. */
export const pageAt = <Place>(pageNumber = 1, after?: Place): Page<Place> => ({
  offset: after === undefined ? (Math.max(pageNumber, 1) - 1) * PAGE_SIZE : 0,
  limit: PAGE_SIZE + 1,
  after,
});

/** What a page shows of the rows that were asked for. @param placeOf where the page ends, as the next one is asked for */
export function pageOf<Row, Place = never>(
  rows: readonly Row[],
  placeOf?: (last: Row) => Place,
): { shown: Row[]; hasMore: boolean; next: Place | null } {
  const shown = rows.slice(0, PAGE_SIZE);
  const hasMore = rows.length > PAGE_SIZE;
  const last = shown.at(-1);
  return { shown, hasMore, next: hasMore && last !== undefined ? (placeOf?.(last) ?? null) : null };
}

/** Where a row stands in a list by name. */
export type PlaceByName = readonly [sortName: string, id: number];
