import type { TicketStatus } from '@balcao/shared/model/ticket.ts';
import type { MessageKey } from '@balcao/shared/sync/frames.ts';
import { create } from 'zustand';

export type TicketTab = TicketStatus | 'search';

interface FoundMessage {
  ticketUuid: string;
  key: MessageKey;
}

/** What the list shows. Only a matter of this screen: nothing of it is kept. */
interface TicketsView {
  tab: TicketTab;
  /** Where Escape leads back to from a search. */
  tabBefore: TicketStatus;
  search: string;
  /** Whether the search goes through conversations or through what was said in them. */
  searchIn: 'tickets' | 'messages';
  /** A message that was found and waits to be shown in its conversation. */
  found: FoundMessage | null;
  /** The ticket that is looked at without being opened. */
  peekUuid: string | null;
  show(tab: TicketTab): void;
  /** The tab where a ticket stands that has been opened, unless it was found by a search that goes on. */
  reveal(status: TicketStatus): void;
  setSearch(search: string): void;
  setSearchIn(searchIn: TicketsView['searchIn']): void;
  find(found: FoundMessage | null): void;
  endSearch(): void;
  peek(uuid: string | null): void;
  /** The keys go to the list as soon as it stands there, away from a conversation that is being left. */
  wantsFocus: boolean;
  focusList(): void;
  listHasFocus(): void;
  /** Another person may sign in next. */
  reset(): void;
}

const START = {
  tab: 'open',
  tabBefore: 'open',
  search: '',
  searchIn: 'tickets',
  found: null,
  peekUuid: null,
  wantsFocus: false,
} as const;

export const useTicketsView = create<TicketsView>()((set) => ({
  ...START,
  show: (tab) => set(tab === 'search' ? { tab } : { tab, tabBefore: tab }),
  reveal: (status) =>
    set((view) => (view.tab === 'search' || view.tab === status ? view : { tab: status, tabBefore: status })),
  setSearch: (search) => set({ search, tab: 'search' }),
  setSearchIn: (searchIn) => set({ searchIn }),
  find: (found) => set({ found }),
  endSearch: () => set(({ tabBefore }) => ({ search: '', tab: tabBefore })),
  peek: (peekUuid) => set({ peekUuid }),
  focusList: () => {
    const held = document.activeElement;
    if (held instanceof HTMLElement && !held.closest('[data-ticket-panel]')) held.blur();
    set({ wantsFocus: true });
  },
  listHasFocus: () => set({ wantsFocus: false }),
  reset: () => set(START),
}));
