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
}

export const useTicketsView = create<TicketsView>()((set) => ({
  tab: 'open',
  search: '',
  peekUuid: null,
  show: (tab) => set({ tab }),
  setSearch: (search) => set({ search }),
  peek: (peekUuid) => set({ peekUuid }),
}));
