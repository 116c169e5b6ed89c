import { isActionsGroup, type SpotlightFilterFunction } from '@mantine/spotlight';
import { wordMatcher } from '../../../renderer/kit/word-match.ts';

type Found = ReturnType<SpotlightFilterFunction>;

/** Entries with every word of the query in their label, or others that mean the same, in list order. */
export function paletteFilter(
  query: string,
  sameWords: string,
  actions: Parameters<SpotlightFilterFunction>[1],
): Found {
  const matches = wordMatcher(query, sameWords);
  const fits = (label = '') => matches(label);
  return actions.flatMap((entry): Found => {
    if (!isActionsGroup(entry)) return fits(entry.label) ? [entry] : [];
    const found = entry.actions.filter((action) => fits(action.label));
    return found.length > 0 ? [{ ...entry, actions: found }] : [];
  });
}
