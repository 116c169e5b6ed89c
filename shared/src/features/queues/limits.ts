/** The company's own word for a queue. */
export const QUEUE_TOKEN_MAX_CHARS = 200;
/** The latest that a queue may call a waiting customer late: a day. */
export const MAX_WAIT_LIMIT_MINUTES = 1_440;
