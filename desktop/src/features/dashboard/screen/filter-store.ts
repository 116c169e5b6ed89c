import { create } from 'zustand';
import { serverNow } from '../../../renderer/kit/server-now.ts';

/** Dates, or so many days until today; what is null is left out. */
export interface RangeFilter {
  by: 'dates' | 'period';
  days: number | null;
  from: string | null;
  to: string | null;
}

interface FilterStore {
  filter: RangeFilter;
  set(filter: RangeFilter): void;
}

const dayText = (at: Date) =>
  [at.getFullYear(), at.getMonth() + 1, at.getDate()].map((part) => String(part).padStart(2, '0')).join('-');

/** From the first day of this month until today. */
function thisMonth(): RangeFilter {
  const now = serverNow();
  const first = new Date(now.getFullYear(), now.getMonth(), 1);
  return { by: 'dates', days: null, from: dayText(first), to: dayText(now) };
}

/** The days that all pages of figures show, as long as the program runs. */
export const useRangeFilter = create<FilterStore>()((set) => ({
  filter: thisMonth(),
  set: (filter) => set({ filter }),
}));

export const isSet = ({ by, days, from, to }: RangeFilter) =>
  by === 'period' ? days !== null : from !== null || to !== null;

/** As the calls take it. */
export const queryOf = ({ by, days, from, to }: RangeFilter) =>
  by === 'period'
    ? { ...(days === null ? {} : { days }) }
    : { ...(from ? { date_from: from } : {}), ...(to ? { date_to: to } : {}) };
