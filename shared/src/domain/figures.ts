/** What the dashboard and the counters behind it agree on. */

/** The periods that one may choose by their days. */
export const DASHBOARD_PERIODS = [3, 7, 15, 30, 60, 90] as const;
/** The most that one look takes: a year, whichever. */
export const MAX_RANGE_DAYS = 366;
export const WEEK_HOURS = 168;

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

/** The blocks of 28, 7 and 1 days that together are a range of days (numbers, the end included): the largest that fit. */
export function blocksOf(first: number, last: number): { spans: number[]; blocks: number[] } {
  const spans: number[] = [];
  const blocks: number[] = [];
  for (let day = first; day <= last; ) {
    const span = SPANS.find((days) => day % days === 0 && day + days - 1 <= last) ?? 1;
    spans.push(span);
    blocks.push(day / span);
    day += span;
  }
  return { spans, blocks };
}
const SPANS = [28, 7] as const;
