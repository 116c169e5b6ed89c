import type { TicketItem } from '@balcao/shared/features/ticket-list/ticket-item.ts';
import { create } from 'zustand';

/**
 * Uses a macro on each of several conversations, tells how it goes, and offers the way back.
 *
 * @param undoable what no customer hears can be taken back for a while
 */
type OnEach = (
  tickets: readonly TicketItem[],
  use: (ticket: TicketItem) => Promise<unknown>,
  undoable: boolean,
) => void;

/** A conversation that somebody would use a macro on, or several, and which one if that is chosen already. */
export type MacroWish =
  | { ticket: TicketItem; macroId: number | null }
  | { tickets: readonly TicketItem[]; onEach: OnEach };

/** The request to use a macro, from a button, a key, the palette, the text field, or for what is selected. */
interface MacroPick {
  asked: MacroWish | null;
  ask(ticket: TicketItem, macroId?: number): void;
  askForMany(tickets: readonly TicketItem[], onEach: OnEach): void;
  close(): void;
}

export const useMacroPick = create<MacroPick>()((set) => ({
  asked: null,
  ask: (ticket, macroId) => set({ asked: { ticket, macroId: macroId ?? null } }),
  askForMany: (tickets, onEach) => set({ asked: { tickets, onEach } }),
  close: () => set({ asked: null }),
}));
