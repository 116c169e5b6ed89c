import type { SessionUser } from '@balcao/shared/features/auth/calls.ts';
import { type BoardFilter, boardFilter } from '@balcao/shared/features/kanban/bridge.ts';
import { can } from '@balcao/shared/permissions.ts';
import { create } from 'zustand';

interface BoardView {
  search: string;
  filter: BoardFilter;
}

const EVERYBODYS = boardFilter.parse({ all: true });
const OWN = boardFilter.parse({ all: false });

/** The filter without any choice: everything that the person may see. */
const startOf = (user: SessionUser) => (can(user, 'tickets:viewAll') ? EVERYBODYS : OWN);

/** Views are kept by the ids of the people who sign in here. */
const useViews = create<Record<number, BoardView>>()(() => ({}));

/** Which cards a person looks at; kept over other pages, as long as the program runs. */
export function useBoardView(user: SessionUser) {
  const start = startOf(user);
  const first = { search: '', filter: start };
  const view = useViews((views) => views[user.id]) ?? first;
  const change = (part: Partial<BoardView>) =>
    useViews.setState((views) => ({ [user.id]: { ...(views[user.id] ?? first), ...part } }));
  return { ...view, start, change };
}
