import type { Lane } from '@balcao/shared/bridge/kanban.ts';
import { lanesIn } from '@balcao/shared/domain/lanes.ts';
import type { TagRow } from '@balcao/shared/model/tag.ts';
import type { Handlers } from '../../bridge/dispatcher.ts';
import { NO_FILTER } from '../store/ticket-query.ts';
import type { CoreServices } from './core-services.ts';

export function kanbanHandlers({ workspace }: CoreServices) {
  return {
    'kanban.board': ({ search, filter }) => {
      const { store, listed } = workspace();
      const underWay = { ...NO_FILTER, ...filter, statuses: ['open' as const, 'pending' as const] };
      const cards = store.tickets.cards({ status: null, search, filter: listed(underWay, '') });
      return { lanes: byLane(store.all('tag'), cards) };
    },
    'kanban.move': (args) => {
      workspace().sync.enqueue('ticket.moveToLane', args);
      return null;
    },
  } satisfies Partial<Handlers>;
}

/** A card with the tags of several lanes stands in the first of them. */
function byLane(tags: readonly TagRow[], cards: readonly { id: number; tagIds: number[] }[]): Lane[] {
  const open: Lane = { tag: null, ids: [] };
  const lanes = lanesIn(tags).map((tag): Lane & { tag: TagRow } => ({ tag, ids: [] }));
  const places = new Map(lanes.map(({ tag }, place) => [tag.id, place]));
  for (const { id, tagIds } of cards) {
    const place = Math.min(...tagIds.map((tagId) => places.get(tagId) ?? Infinity));
    (lanes[place] ?? open).ids.push(id);
  }
  return [open, ...lanes];
}
