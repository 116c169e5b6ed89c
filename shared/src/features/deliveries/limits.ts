/** They go with what was said in them: whoever looks for what became of one does so within days. */
export const DELIVERIES_KEPT_DAYS = 7;
