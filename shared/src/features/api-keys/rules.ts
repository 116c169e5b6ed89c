/** What a key of a company opens to a program. */

/** How every key begins, so that it is known at sight: by us, and by those who look for secrets that got lost. */
export const KEY_PREFIX = 'balcao_key_';
export const isCompanyKey = (token: string): boolean => token.startsWith(KEY_PREFIX);

/** Keys of one company. */
export const MAX_API_KEYS = 50;
