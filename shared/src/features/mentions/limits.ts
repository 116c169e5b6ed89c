/** Colleagues who are named in one note. */
export const MAX_MENTIONS = 20;
/** Mentions that are marked as read at once. */
export const MAX_MENTIONS_READ = 100;
