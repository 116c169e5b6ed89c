import { fold } from '@balcao/shared/text/fold.ts';
import { isActionsGroup, type SpotlightFilterFunction } from '@mantine/spotlight';

type Found = ReturnType<SpotlightFilterFunction>;

/** Entries with every word of the query in their label, in list order. */
export const paletteFilter: SpotlightFilterFunction = (query, actions) => {
  const words = fold(query).split(/\s+/).filter(Boolean);
  const fits = (label = '') => words.every((word) => fold(label).includes(word));
  return actions.flatMap((entry): Found => {
    if (!isActionsGroup(entry)) return fits(entry.label) ? [entry] : [];
    const found = entry.actions.filter((action) => fits(action.label));
    return found.length > 0 ? [{ ...entry, actions: found }] : [];
  });
};
