import type { TicketItem } from '@balcao/shared/features/ticket-list/ticket-item.ts';
import { create } from 'zustand';

/** The conversation that is to be held, or anything that the person chooses. */
type Asked = TicketItem | 'anything';

interface HoldQuestion {
  asked: Asked | null;
  ask(asked: Asked): void;
  close(): void;
}

/** Asks what must not be deleted, and why. */
export const useHoldQuestion = create<HoldQuestion>()((set) => ({
  asked: null,
  ask: (asked) => set({ asked }),
  close: () => set({ asked: null }),
}));
