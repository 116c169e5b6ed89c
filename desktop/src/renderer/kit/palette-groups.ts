import type { SpotlightActionData } from '@mantine/spotlight';

/** Commands under one heading. Those of several features with the same heading stand together. */
export interface PaletteGroup {
  /** Above the pages what is open; below them what can be done; at the end, for whoever types, what there is a lot of. */
  place: 'open' | 'actions' | 'typed';
  heading: string;
  /** One for each of a kind: below those that are single. */
  isSeries?: true;
  /** So many of those that have the words are seen; all of them when absent. */
  most?: number;
  actions: readonly (SpotlightActionData & { id: string })[];
}
