import type { Lane } from '@balcao/shared/features/kanban/bridge.ts';
import { lanesIn } from '@balcao/shared/features/kanban/lanes.ts';
import type { TagRow } from '@balcao/shared/features/tags/row.ts';
import type { Handlers } from '../../bridge/dispatcher.ts';
import type { CoreServices } from '../../core/services/core-services.ts';
import { NO_FILTER } from '../ticket-list/ticket-query.ts';

/** As many cards of each lane come along as a window shows of them. */
const FIRST_CARDS = 10;

export function kanbanHandlers({ workspace }: CoreServices) {
  return {
    'kanban.board': ({ search, filter }) => {
      const { store, listed } = workspace();
      const underWay = { ...NO_FILTER, ...filter, statuses: ['open' as const, 'pending' as const] };
      const cards = store.tickets.cards({ status: null, search, filter: listed(underWay, '') });
      const lanes = byLane(store.all('tag'), cards);
      const first = store.tickets.items(lanes.flatMap(({ ids }) => ids.slice(0, FIRST_CARDS)));
      const items = new Map(first.map((item) => [item.id, item]));
      return {
        lanes: lanes.map(
          (lane): Lane => ({
            ...lane,
            first: lane.ids.slice(0, FIRST_CARDS).flatMap((id) => items.get(id) ?? []),
          }),
        ),
      };
    },
    'kanban.move': (args) => {
      workspace().sync.enqueue('ticket.moveToLane', args);
      return null;
    },
  } satisfies Partial<Handlers>;
}

type Cards = Pick<Lane, 'tag' | 'ids'>;

/** A card with the tags of several lanes stands in the first of them. */
function byLane(tags: readonly TagRow[], cards: readonly { id: number; tagIds: number[] }[]): Cards[] {
  const open: Cards = { tag: null, ids: [] };
  const lanes = lanesIn(tags).map((tag): Cards & { tag: TagRow } => ({ tag, ids: [] }));
  const places = new Map(lanes.map(({ tag }, place) => [tag.id, place]));
  for (const { id, tagIds } of cards) {
    const place = Math.min(...tagIds.map((tagId) => places.get(tagId) ?? Infinity));
    (lanes[place] ?? open).ids.push(id);
  }
  return [open, ...lanes];
}
