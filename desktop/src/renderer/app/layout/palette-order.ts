import type { PaletteGroup } from '../../kit/palette-groups.ts';

interface Own {
  pages: readonly PaletteGroup[];
  options: PaletteGroup;
  first: PaletteGroup;
  last: PaletteGroup;
}

/** All groups from top to bottom: what is open, pages, what can be done, and what is only found by typing. */
export function arranged(
  { pages, options, first, last }: Own,
  offered: readonly PaletteGroup[],
): PaletteGroup[] {
  const of = (wanted: PaletteGroup['place']) => {
    const groups = offered.filter(({ place }) => place === wanted);
    return [...groups.filter(({ isSeries }) => !isSeries), ...groups.filter(({ isSeries }) => isSeries)];
  };
  return joined([...of('open'), ...pages, first, ...of('actions'), last, options, ...of('typed')]);
}

/** Groups with the same heading are one. */
function joined(groups: readonly PaletteGroup[]): PaletteGroup[] {
  const byHeading = Map.groupBy(groups, ({ heading }) => heading);
  return [...byHeading.values()].flatMap((same) => {
    const [head] = same;
    return head ? [{ ...head, actions: same.flatMap(({ actions }) => actions) }] : [];
  });
}
