import type { TicketItem } from '@balcao/shared/bridge/methods.ts';
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
  tags: readonly TicketItem[] | null;
  showMenu(menu: MenuPlace | null): void;
  show(dialog: Partial<Pick<TicketDialogs, 'transfer' | 'tags'>>): void;
  close(): void;
}

const CLOSED = { transfer: null, tags: null } as const;

export const useTicketDialogs = create<TicketDialogs>()((set) => ({
  ...CLOSED,
  menu: null,
  showMenu: (menu) => set({ menu }),
  show: (dialog) => set({ ...CLOSED, ...dialog, menu: null }),
  close: () => set(CLOSED),
}));
