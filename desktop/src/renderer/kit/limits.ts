/** A search asks when somebody has paused typing. */
export const REQUEST_DEBOUNCE_MS = 500;
/** A log loads what is older this near to its top. */
export const LOAD_OLDER_PX = 50;
/** A line that is back sooner is not worth a word. */
export const CONNECTION_WARNING_DELAY_MS = 2_000;
