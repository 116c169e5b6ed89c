/** What a key of a company opens to a program. */

/** How every key begins, so that it is known at sight: by us, and by those who look for secrets that got lost. */
export const KEY_PREFIX = 'balcao_key_';
export const isCompanyKey = (token: string): boolean => token.startsWith(KEY_PREFIX);

/** Keys of one company. */
export const MAX_API_KEYS = 50;

/** Parts of the product, each to read or to write; which calls belong to one, `api/program-calls.ts` says. */
export const KEY_AREAS = [
  'messages',
  'tickets',
  'contacts',
  'tags',
  'queues',
  'quickMessages',
  'schedules',
  'campaigns',
  'files',
  'connections',
  'integrations',
  'people',
  'figures',
  'settings',
  'audit',
  'subscription',
] as const;
export type KeyArea = (typeof KEY_AREAS)[number];

/** Whoever may write may read. */
export const KEY_RIGHTS = ['read', 'write'] as const;
export type KeyRight = (typeof KEY_RIGHTS)[number];
export type KeyScopes = Partial<Record<KeyArea, KeyRight>>;
