/** WhatsApp's own limit for one text. */
export const MESSAGE_MAX_CHARS = 65_536;
/** WhatsApp lets a text be edited and a message be deleted for everyone no longer than this after it was sent. */
export const MESSAGE_EDIT_MS = 15 * 60_000;
export const MESSAGE_DELETE_MS = 60 * 3_600_000;
