import { createSpotlight } from '@mantine/spotlight';

export const [paletteStore, palette] = createSpotlight();

/**
 * Entries have come or gone: the first is chosen that does not come later (`data-later`) than the others, or the one
 * that was, wherever it stands by now.
 * @returns whether there is one
 */
export function keepChosen(isSettled: boolean): boolean {
  const list = document.getElementById(paletteStore.getState().listId);
  const entries = [...(list?.querySelectorAll('[data-action]') ?? [])];
  const before = entries.findIndex((entry) => entry.hasAttribute('data-selected'));
  const isKept = isSettled && before >= 0;
  const first = entries.findIndex((entry) => !entry.hasAttribute('data-later'));
  const chosen = isKept ? before : Math.max(0, first);
  if (chosen !== before) entries[before]?.removeAttribute('data-selected');
  const entry = entries[chosen];
  entry?.setAttribute('data-selected', 'true');
  const selected = entry ? chosen : -1;
  if (paletteStore.getState().selected !== selected) {
    paletteStore.updateState((state) => ({ ...state, selected }));
    // New results above have pushed it down.
    if (isKept) entry?.scrollIntoView({ block: 'nearest' });
  }
  return entry !== undefined;
}
