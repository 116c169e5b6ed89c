import { createSpotlight } from '@mantine/spotlight';

export const [paletteStore, palette] = createSpotlight();

/** What is found comes a little later: the first entry is chosen, or the one that was by the keys. */
export function keepChosen(moved: boolean): void {
  const list = document.getElementById(paletteStore.getState().listId);
  const entries = [...(list?.querySelectorAll('[data-action]') ?? [])];
  const before = entries.findIndex((entry) => entry.hasAttribute('data-selected'));
  const chosen = moved ? Math.max(0, before) : 0;
  if (chosen !== before) entries[before]?.removeAttribute('data-selected');
  entries[chosen]?.setAttribute('data-selected', 'true');
  const selected = entries.length === 0 ? -1 : chosen;
  if (paletteStore.getState().selected !== selected)
    paletteStore.updateState((state) => ({ ...state, selected }));
}
