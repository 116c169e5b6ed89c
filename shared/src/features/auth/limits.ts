export const ACCESS_TOKEN_SECONDS = 15 * 60;
export const REFRESH_TOKEN_DAYS = 7;
/** Sessions that are over are shown for so long. */
export const ENDED_SESSIONS_KEPT_DAYS = 30;
/** Length of what a console says of its computer. */
export const DEVICE_CHARS = 80;
/** Length of the name of the program that somebody signs in with. */
export const PROGRAM_CHARS = 120;
export const RESET_LINK_MINUTES = 60;
/** How long the link lives with which a company's first admin chooses a password. */
export const FIRST_LINK_DAYS = 7;

/** How long a browser may take to make a key, or to ask its person for one. */
export const PASSKEY_MINUTES = 10;
/** How long the code of a page lives, which its console fetches at once. */
export const SIGN_IN_CODE_SECONDS = 60;

/** Their links are long dead, and whoever still wants a new password asks again. */
export const PASSWORD_RESETS_KEPT_DAYS = 7;
