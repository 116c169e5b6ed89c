/** Three ways to the same rows; which is cheap depends on how many there are, and nobody has counted them. */
export interface SearchWays<Row, Id> {
  /** Goes down the list and keeps what matches. @param steps gives up after so many rows; absent: at the end */
  walk(steps?: number): Promise<Row[]>;
  /** By the index of words, in no order. @param most of all companies' rows */
  find(most: number): Promise<Id[]>;
  /** The page of these. */
  read(ids: Id[]): Promise<Row[]>;
}

/** Steps of the first look, which tells how often a row matches. A step of a ticket list costs about 6 µs. */
const NEAR = 100;
/** Steps of the second look at most: what was said often today alone is not searched for in all of the past. */
const FAR = 2_000;
/** An index reads all that it finds before it shows the first: with so many, a walk meets the page sooner. */
export const FEW = 2_000;

/** One page of what a search finds, in the time of one page however many rows there are to search. */
export async function searchPage<Row, Id>(
  page: { offset: number; limit: number },
  { walk, find, read }: SearchWays<Row, Id>,
): Promise<Row[]> {
  const pages = 1 + page.offset / page.limit;
  const near = await walk(Math.ceil(NEAR * pages));
  if (near.length === page.limit) return near;
  // As long as a page takes if it goes on like this, and half of that again.
  const far = (1.5 * NEAR * pages * page.limit) / near.length;
  if (far <= FAR * pages) {
    const rows = await walk(Math.ceil(far));
    if (rows.length === page.limit) return rows;
  }
  const ids = await find(FEW);
  return ids.length < FEW ? read(ids) : walk();
}
