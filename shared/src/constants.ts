/** Numbers that both sides must agree on. Source: specification document 1, section 9; behaviours, sections 1 to 3. */
export const ACCESS_TOKEN_SECONDS = 15 * 60;
export const REFRESH_TOKEN_DAYS = 7;
export const REQUEST_DEBOUNCE_MS = 500;
export const SOCKET_HEARTBEAT_MS = 18_000;
export const PRESENCE_HEARTBEAT_MS = 300_000;
export const NARROW_SCREEN_PX = 600;
export const NAME_CUT = 10;
export const LOAD_OLDER_PX = 50;
export const CONNECTION_WARNING_DELAY_MS = 2_000;
export const TOAST_MS = 2_000;
export const SUBSCRIPTION_WARNING_DAYS = 5;
export const PAGE_SIZE = 40;
/** Largest file taken in or sent unless the server is configured otherwise. */
export const MEDIA_LIMIT_BYTES = 64 * 1024 * 1024;
/** WhatsApp's own limit for one text. */
export const MESSAGE_MAX_CHARS = 65_536;
/** QR codes offered before a connection gives up with TIMEOUT (behaviours, section 2). */
export const QR_OFFERS = 5;
