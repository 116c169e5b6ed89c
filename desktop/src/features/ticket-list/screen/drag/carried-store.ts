import type { TicketItem } from '@balcao/shared/features/ticket-list/ticket-item.ts';
import { create } from 'zustand';

export interface Carried {
  tickets: readonly TicketItem[];
  /** The end of the list at which the mouse is not. */
  freeEnd: 'top' | 'bottom';
}

/** The tickets that a mouse carries. */
export const useCarried = create<{ carried: Carried | null; carry(carried: Carried | null): void }>()(
  (set) => ({
    carried: null,
    carry: (carried) => set({ carried }),
  }),
);
