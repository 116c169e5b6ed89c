/** Colleagues who are named in one note. */
export const MAX_MENTIONS = 20;
/** Mentions that are marked as read at once. */
export const MAX_MENTIONS_READ = 100;

/** Mentions stay in the inbox of the one who was meant for so long: the notes still say whom they name. */
export const MENTIONS_KEPT_DAYS = 90;
