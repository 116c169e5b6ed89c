/** Numbers that both sides agree on and that belong to no feature. */

/** Names the console's version in each of its calls; the server may demand a newer one. */
export const CONSOLE_VERSION_HEADER = 'x-balcao-console';
export const REQUEST_DEBOUNCE_MS = 500;
export const SOCKET_HEARTBEAT_MS = 18_000;
export const PRESENCE_HEARTBEAT_MS = 300_000;
export const NARROW_SCREEN_PX = 600;
export const NAME_CUT = 10;
export const LOAD_OLDER_PX = 50;
export const CONNECTION_WARNING_DELAY_MS = 2_000;
export const TOAST_MS = 2_000;
export const PAGE_SIZE = 40;
export const NAME = { min: 2, max: 50 } as const;
/** Length of the names of companies and plans, and of titles. */
export const TITLE = { min: 1, max: 255 } as const;
export const TOAST_LONG_MS = 3_000;
/** Lists load their next page this near to the bottom. */
export const LOAD_MORE_PX = 100;
