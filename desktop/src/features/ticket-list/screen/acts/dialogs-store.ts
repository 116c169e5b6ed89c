import type { TicketItem } from '@balcao/shared/features/ticket-list/ticket-item.ts';
import { create } from 'zustand';

/** The position of a menu, in pixels of the window. */
interface MenuPlace {
  ticket: TicketItem;
  x: number;
  y: number;
}

/** The dialogs around the list; at most one of each is open. */
interface TicketDialogs {
  menu: MenuPlace | null;
  transfer: readonly TicketItem[] | null;
  snooze: readonly TicketItem[] | null;
  showMenu(menu: MenuPlace | null): void;
  showTransfer(tickets: readonly TicketItem[]): void;
  showSnooze(tickets: readonly TicketItem[]): void;
  close(): void;
}

export const useTicketDialogs = create<TicketDialogs>()((set) => ({
  menu: null,
  transfer: null,
  snooze: null,
  showMenu: (menu) => set({ menu }),
  showTransfer: (transfer) => set({ transfer, snooze: null, menu: null }),
  showSnooze: (snooze) => set({ snooze, transfer: null, menu: null }),
  close: () => set({ transfer: null, snooze: null }),
}));
