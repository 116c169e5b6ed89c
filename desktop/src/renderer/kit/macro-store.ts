import type { TicketItem } from '@balcao/shared/features/ticket-list/ticket-item.ts';
import { create } from 'zustand';

/** A conversation that somebody would use a macro on, and which one if that is chosen already. */
interface MacroWish {
  ticket: TicketItem;
  macroId: number | null;
}

/** The request to use a macro, from a button, a key, the palette or the text field. */
interface MacroPick {
  asked: MacroWish | null;
  ask(ticket: TicketItem, macroId?: number): void;
  close(): void;
}

export const useMacroPick = create<MacroPick>()((set) => ({
  asked: null,
  ask: (ticket, macroId) => set({ asked: { ticket, macroId: macroId ?? null } }),
  close: () => set({ asked: null }),
}));
