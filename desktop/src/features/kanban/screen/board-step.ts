import type { Lane } from '@balcao/shared/features/kanban/bridge.ts';

type Ids = Pick<Lane, 'ids'>;

/** The card that an arrow leads to; null: this key leads nowhere. Beside a lane without cards lies the next that has some. */
export function boardStep(
  lanes: readonly Ids[],
  from: { lane: number; id: number },
  key: string,
): number | null {
  const ids = lanes[from.lane]?.ids ?? [];
  const place = ids.indexOf(from.id);
  switch (key) {
    case 'ArrowUp':
      return ids[place - 1] ?? from.id;
    case 'ArrowDown':
      return ids[place + 1] ?? from.id;
    case 'Home':
      return ids[0] ?? from.id;
    case 'End':
      return ids.at(-1) ?? from.id;
    case 'ArrowLeft':
      return beside(lanes.slice(0, from.lane).toReversed(), place) ?? from.id;
    case 'ArrowRight':
      return beside(lanes.slice(from.lane + 1), place) ?? from.id;
    default:
      return null;
  }
}

function beside(lanes: readonly Ids[], place: number): number | undefined {
  const ids = lanes.find((lane) => lane.ids.length > 0)?.ids;
  return ids?.[Math.min(Math.max(place, 0), ids.length - 1)];
}
