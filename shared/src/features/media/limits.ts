/** Largest file taken in or sent unless the server is configured otherwise. */
export const MEDIA_LIMIT_BYTES = 64 * 1024 * 1024;
/** How long the server keeps an unused file, for an uploader who is away before attaching it. */
export const FILE_WAITS_MS = 86_400_000;
