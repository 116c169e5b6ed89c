/** What the dashboard and the counters behind it agree on. */

/** The periods that one may choose by their days. */
export const DASHBOARD_PERIODS = [3, 7, 15, 30, 60, 90] as const;
/** The most that one look takes: a year, whichever. */
export const MAX_RANGE_DAYS = 366;
export const WEEK_HOURS = 168;
/** How many days are drawn beside each number. */
export const LATELY_DAYS = 14;

/** Durations are kept in buckets of this width; the SQL function `duration_bucket` says the same. */
export const BUCKET_RATIO = 1.05;

/** How many durations each bucket holds, by its number. */
export type Spread = Readonly<Record<string, number>>;

/** The seconds that a bucket stands for: the middle of it, so that it is never wrong by more than half its width. */
export const bucketSeconds = (bucket: number): number => (bucket === 0 ? 0 : BUCKET_RATIO ** (bucket - 0.5));

/** The duration within which a share of all was done, in seconds; null when there is none. */
export function percentile(spread: Spread, share: number): number | null {
  const buckets = Object.entries(spread)
    .map(([bucket, count]) => ({ bucket: Number(bucket), count }))
    .sort((a, b) => a.bucket - b.bucket);
  const total = buckets.reduce((sum, { count }) => sum + count, 0);
  let left = Math.max(1, Math.ceil(total * share));
  for (const { bucket, count } of buckets) {
    left -= count;
    if (left <= 0) return bucketSeconds(bucket);
  }
  return null;
}

/** So many days one after another, counted by their number in spans of that many; taken away when `sign` is -1. */
interface Block {
  span: number;
  block: number;
  sign: 1 | -1;
}

/**
 * The blocks of 28, 7 and 1 days that add up to a range of days (numbers, the end included). Its edges go to the nearest
 * larger block, also outside: six days are a week without a day.
 */
export function blocksOf(first: number, last: number): Block[] {
  const found: Block[] = [];
  let [from, to] = [first, last + 1];
  for (const [index, span] of SPANS.entries()) {
    const take = (begin: number, end: number) => {
      const sign = begin < end ? 1 : -1;
      for (let block = Math.min(begin, end); block < Math.max(begin, end); block += 1)
        found.push({ span, block, sign });
    };
    const [begin, end] = [from, to];
    const inLarger = (SPANS[index + 1] ?? span) / span;
    [from, to] = [Math.round(begin / inLarger), Math.round(end / inLarger)];
    const edges = Math.abs(from * inLarger - begin) + Math.abs(end - to * inLarger);
    if (edges + Math.abs(to - from) >= Math.abs(end - begin)) {
      take(begin, end);
      break;
    }
    take(begin, from * inLarger);
    take(to * inLarger, end);
  }
  return found;
}
const SPANS = [1, 7, 28] as const;
