import type { TicketStatus } from '@balcao/shared/api/tickets.ts';
import { create } from 'zustand';

/** What the list shows. Only a matter of this screen: nothing of it is kept. */
interface TicketsView {
  tab: TicketStatus;
  search: string;
  /** The ticket that is looked at without being opened. */
  peekUuid: string | null;
  show(tab: TicketStatus): void;
  setSearch(search: string): void;
  peek(uuid: string | null): void;
  /** Another person may sign in next. */
  reset(): void;
}

const START = { tab: 'open', search: '', peekUuid: null } as const;

export const useTicketsView = create<TicketsView>()((set) => ({
  ...START,
  show: (tab) => set({ tab }),
  setSearch: (search) => set({ search }),
  peek: (peekUuid) => set({ peekUuid }),
  reset: () => set(START),
}));
