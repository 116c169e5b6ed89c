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
  /** The conversation that is to be taken along. */
  document: TicketItem | null;
  showMenu(menu: MenuPlace | null): void;
  showTransfer(tickets: readonly TicketItem[]): void;
  showSnooze(tickets: readonly TicketItem[]): void;
  showDocument(ticket: TicketItem): void;
  close(): void;
}

const CLOSED = { menu: null, transfer: null, snooze: null, document: null };

export const useTicketDialogs = create<TicketDialogs>()((set) => ({
  ...CLOSED,
  showMenu: (menu) => set({ menu }),
  showTransfer: (transfer) => set({ ...CLOSED, transfer }),
  showSnooze: (snooze) => set({ ...CLOSED, snooze }),
  showDocument: (document) => set({ ...CLOSED, document }),
  close: () => set(CLOSED),
}));
