import { PAGE_SIZE } from '@balcao/shared/constants.ts';

/** A part of a list: behind a row, or as many rows from the beginning as an offset says. */
export interface Page<Place = undefined> {
  offset: number;
  limit: number;
  /** The page begins behind this row. */
  after?: Place | undefined;
}

/** With one row more, which says whether there is another page. */
export const pageOf = <Place>(pageNumber = 1, after?: Place): Page<Place> => ({
  offset: after === undefined ? (Math.max(pageNumber, 1) - 1) * PAGE_SIZE : 0,
  limit: PAGE_SIZE + 1,
  after,
});

/** Where a row stands in a list by name. */
export type PlaceByName = readonly [sortName: string, id: number];
