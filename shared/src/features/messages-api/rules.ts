/** What programs that send messages must know of their limits. */

/** Calls that one token may make at once, and how many come free again each minute. */
export const API_RATE = { burst: 120, perMinute: 120 } as const;

/** Files of one call; each is a message. */
export const API_FILES_MAX = 10;

/** Calls of one token that its log shows, the newest. */
export const API_CALLS_KEPT = 200;

/**
 * Where a message of a program is on its way. `scheduled`: it waits for its time; `queued`: it leaves as soon as the
 * connection is up and its turn has come; then as far as the messenger has told.
 */
export const API_STATES = ['scheduled', 'queued', 'sent', 'delivered', 'read', 'failed'] as const;
export type ApiState = (typeof API_STATES)[number];

/** Whoever looks for why a program's call failed does so within days. */
export const TOKEN_CALLS_KEPT_DAYS = 7;
