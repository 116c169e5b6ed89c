import type { ConnectionRow } from '@balcao/shared/features/connections/row.ts';

/** Where a phone is linked: the dialog of the only connection; among several a person has to choose. */
export const linkPath = ([first, ...others]: readonly ConnectionRow[]): string =>
  first && others.length === 0 ? `/connections/${first.id}` : '/connections';
