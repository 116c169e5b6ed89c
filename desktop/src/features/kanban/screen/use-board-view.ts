import { type BoardFilter, boardFilter } from '@balcao/shared/features/kanban/bridge.ts';
import { create } from 'zustand';

interface BoardView {
  search: string;
  filter: BoardFilter;
}

/** One's own tickets and the waiting ones, until somebody who sees all chooses others. */
export const START_FILTER: BoardFilter = boardFilter.parse({ all: false });
const START: BoardView = { search: '', filter: START_FILTER };

/** By the ids of the people who sign in here. */
const useViews = create<Record<number, BoardView>>()(() => ({}));

/** Which cards a person looks at; kept over other pages, as long as the program runs. */
export function useBoardView(userId: number) {
  const view = useViews((views) => views[userId] ?? START);
  const change = (part: Partial<BoardView>) =>
    useViews.setState((views) => ({ [userId]: { ...(views[userId] ?? START), ...part } }));
  return { ...view, change };
}
