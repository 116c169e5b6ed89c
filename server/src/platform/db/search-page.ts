/** Three ways to the same rows; which is cheap depends on how many there are, and that is not known before. */
export interface SearchWays<Row, Id> {
  /** Goes down the list and keeps what matches. @param steps gives up after so many rows; absent: at the end */
  walk(steps?: number): Promise<Row[]>;
  /** By the index of words, in no order. @param most of all companies' rows */
  find(most: number): Promise<Id[]>;
  /** The page of these. */
  read(ids: Id[]): Promise<Row[]>;
  /** Whether the list ends before so many rows, where that is known sooner than the rows. */
  endsBefore?(steps: number): Promise<boolean>;
}

/**
 * Steps of the first look down a list, which tells how often a row matches. A step costs about 5 µs, whether it finds
 * anything or not.
 */
const NEAR = 100;
/** Steps of the second look at most: what was said often today alone is not searched for in all of the past. */
const FAR = 2_000;
/** What an index finds by so many is read and sorted sooner than the list is walked down any further. */
export const FEW = 2_000;
/** Above this many the exact number does not matter. */
const ALL = 100_000;
/** Steps of the last look, in far ones, before all that the index finds is read. */
const LAST = 10;

/** One page of what a search finds, in the time of one page however many rows there are to search. */
export async function searchPage<Row, Id>(
  page: { offset: number; limit: number },
  { walk, find, read, endsBefore }: SearchWays<Row, Id>,
): Promise<Row[]> {
  const pages = 1 + page.offset / page.limit;
  const isFull = (rows: Row[]) => rows.length === page.limit;
  const near = await walk(Math.ceil(NEAR * pages));
  if (isFull(near)) return near;
  // As long as a page takes if it goes on like this, and half of that again.
  const far = (1.5 * NEAR * pages * page.limit) / near.length;
  if (far <= FAR * pages) {
    const rows = await walk(Math.ceil(far));
    if (isFull(rows)) return rows;
  }
  const few = await find(FEW);
  if (few.length < FEW) return read(few);
  const last = Math.ceil(LAST * FAR * pages);
  const rows = await walk(last);
  // There may be many in lists of others.
  if (isFull(rows) || (await endsBefore?.(last))) return rows;
  const all = await find(ALL);
  return all.length < ALL ? read(all) : walk();
}
