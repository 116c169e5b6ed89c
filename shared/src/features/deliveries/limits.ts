/** They go with what was said in them: whoever looks for what became of one does so within days. */
export const DELIVERIES_KEPT_DAYS = 7;
/** The most of those who are told that lists say something of: the newest. */
export const MAX_SUMMED_UP = 200;
/** From here on failures are not counted further. */
export const MAX_COUNTED_FAILURES = 1_000;
