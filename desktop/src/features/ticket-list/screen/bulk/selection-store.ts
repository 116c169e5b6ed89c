import { create } from 'zustand';
import { isTicket } from '../../../../renderer/components/ticket/use-ticket-items.ts';

/** The rows that the next bulk action is for. It ends with the tab or filter it was made in. */
interface Selection {
  ids: ReadonlySet<number>;
  /** The start of a range. */
  anchor: number | null;
  toggle(id: number): void;
  /** Everything between the anchor and this row, in the order of the list. */
  extendTo(id: number, order: readonly number[]): void;
  all(order: readonly number[]): void;
  clear(): void;
}

const NONE = { ids: new Set<number>(), anchor: null };

export const useSelection = create<Selection>()((set) => ({
  ...NONE,
  toggle: (id) =>
    set(({ ids }) => {
      const next = new Set(ids);
      if (!next.delete(id)) next.add(id);
      return { ids: next, anchor: id };
    }),
  extendTo: (id, order) =>
    set(({ ids, anchor }) => {
      const from = anchor === null ? -1 : order.indexOf(anchor);
      const to = order.indexOf(id);
      if (from < 0 || to < 0) return { ids: new Set(ids).add(id), anchor: id };
      const range = order.slice(Math.min(from, to), Math.max(from, to) + 1);
      return { ids: new Set([...ids, ...range.filter(isTicket)]) };
    }),
  all: (order) => set({ ids: new Set(order.filter(isTicket)) }),
  clear: () => set(NONE),
}));
