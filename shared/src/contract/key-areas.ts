/** Parts of the product, each to read or to write; each feature names the one of its calls. */
export const KEY_AREAS = [
  'messages',
  'tickets',
  'contacts',
  'tags',
  'queues',
  'quickMessages',
  'knowledge',
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
