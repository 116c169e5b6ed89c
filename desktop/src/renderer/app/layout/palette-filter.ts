import { isActionsGroup, type SpotlightFilterFunction } from '@mantine/spotlight';

type Found = ReturnType<SpotlightFilterFunction>;

/** Without accents and case: whoever types "usuarios" means "Usuários". */
const fold = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** What has every word of the query in its label, in the order in which it is listed. */
export const paletteFilter: SpotlightFilterFunction = (query, actions) => {
  const words = fold(query).split(/\s+/).filter(Boolean);
  const fits = (label = '') => words.every((word) => fold(label).includes(word));
  return actions.flatMap((entry): Found => {
    if (!isActionsGroup(entry)) return fits(entry.label) ? [entry] : [];
    const found = entry.actions.filter((action) => fits(action.label));
    return found.length > 0 ? [{ ...entry, actions: found }] : [];
  });
};
