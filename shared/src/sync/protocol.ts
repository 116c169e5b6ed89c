/** The version of the frames. Raise it when the hash of their schemas changes, which a test compares (I15). */
export const PROTOCOL = 34;
/** The oldest console that this server still serves. Raise it too when old consoles cannot follow. */
export const MIN_PROTOCOL = 19;
export const FRAMES_HASH = '135e8b21dbeef69e';

/**
 * Version of the rows in a console's store. Raise it when the shape of a row changes (not for a new entity): consoles
 * then fetch all of them again instead of showing rows that lack a field. A test compares the hash of the rows.
 */
export const STORE_SCHEMA = 31;
export const ROWS_HASH = '2ef468fea9385e4';
