/** Numbers that both sides agree on and that belong to no feature. */

/** Names the console's version in each of its calls; the server may demand a newer one. */
export const CONSOLE_VERSION_HEADER = 'x-balcao-console';
/** Beside a redirect to the place where the file itself lies. No other redirect is the server's. */
export const FILE_LINK_HEADER = 'x-balcao-file-link';
export const SOCKET_HEARTBEAT_MS = 18_000;
export const PAGE_SIZE = 40;
export const NAME = { min: 2, max: 50 } as const;
/** Length of the names of companies and plans, and of titles. */
export const TITLE = { min: 1, max: 255 } as const;
