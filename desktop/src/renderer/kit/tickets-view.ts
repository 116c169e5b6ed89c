import type { MessageKey } from '@balcao/shared/contract/message-key.ts';
import type { TicketStatus } from '@balcao/shared/features/tickets/row.ts';
import { create } from 'zustand';

/** `chatbot`: those with the bot, who wait for nobody. `snoozed`: what is put off, whatever its status. */
type ListTab = TicketStatus | 'chatbot' | 'snoozed';
export type TicketTab = ListTab | 'search';

interface FoundMessage {
  ticketUuid: string;
  key: MessageKey;
}

/** The view of the list. It belongs to this screen: nothing of it is stored. */
interface TicketsView {
  tab: TicketTab;
  /** The tab to which Escape returns from a search. */
  tabBefore: ListTab;
  search: string;
  /** Whether the search covers conversations or single messages. */
  searchIn: 'tickets' | 'messages';
  /** A message that was found and waits to be shown in its conversation. */
  found: FoundMessage | null;
  /** The ticket that is looked at without being opened. */
  peekUuid: string | null;
  show(tab: TicketTab): void;
  /** The tab of the opened ticket, unless a running search found it. */
  reveal(tab: ListTab): void;
  setSearch(search: string): void;
  setSearchIn(searchIn: TicketsView['searchIn']): void;
  find(found: FoundMessage | null): void;
  endSearch(): void;
  peek(uuid: string | null): void;
  /** The saved view that was opened; its filter may have been changed since. */
  openedView: number | null;
  openView(id: number | null): void;
  /** Moves the focus to the list as soon as it is shown, away from a conversation that is being left. */
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
  openedView: null,
  wantsFocus: false,
} as const;

export const useTicketsView = create<TicketsView>()((set) => ({
  ...START,
  show: (tab) => set(tab === 'search' ? { tab } : { tab, tabBefore: tab }),
  reveal: (tab) =>
    set((view) => (view.tab === 'search' || view.tab === tab ? view : { tab, tabBefore: tab })),
  setSearch: (search) => set({ search, tab: 'search' }),
  setSearchIn: (searchIn) => set({ searchIn }),
  find: (found) => set({ found }),
  endSearch: () => set(({ tabBefore }) => ({ search: '', tab: tabBefore })),
  peek: (peekUuid) => set({ peekUuid }),
  openView: (openedView) => set({ openedView }),
  focusList: () => {
    const held = document.activeElement;
    if (held instanceof HTMLElement && !held.closest('[data-ticket-panel]')) held.blur();
    set({ wantsFocus: true });
  },
  listHasFocus: () => set({ wantsFocus: false }),
  reset: () => set(START),
}));
