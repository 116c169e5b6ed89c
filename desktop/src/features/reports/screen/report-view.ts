import { MAX_RANGE_DAYS } from '@balcao/shared/features/dashboard/figures.ts';
import type { ReportQuery } from '@balcao/shared/features/reports/calls.ts';
import type { Grain, Part } from '@balcao/shared/features/reports/measures.ts';
import { DAY_MS } from '@balcao/shared/time/wall-clock.ts';
import { create } from 'zustand';
import { serverNow } from '../../../renderer/kit/server-now.ts';

export const PERIODS = ['week', 'month', 'quarter', 'year', 'thisMonth', 'lastMonth', 'own'] as const;
export type Period = (typeof PERIODS)[number];

/** What a report shows; of its filter absent parts narrow nothing. */
export interface ReportView {
  period: Period;
  from: string;
  to: string;
  grain: Grain;
  /** By what the table divides it. */
  part: Part;
  /** Of which part the plots show lines; null: of the whole. */
  lines: Part | null;
  filter: Omit<ReportQuery, 'from' | 'to'>;
}

interface ViewStore {
  view: ReportView;
  change(part: Partial<ReportView>): void;
  /** Null: no more. */
  narrow(part: Part, key: string | null): void;
}

const dayText = (at: Date) =>
  [at.getFullYear(), at.getMonth() + 1, at.getDate()].map((part) => String(part).padStart(2, '0')).join('-');

const LENGTHS = { week: 7, month: 30, quarter: 90, year: 365 } as const;

/** Its days, until today. */
export function daysOf(period: Exclude<Period, 'own'>): { from: string; to: string } {
  const now = serverNow();
  const [year, month, today] = [now.getFullYear(), now.getMonth(), now.getDate()];
  const range = (from: Date, to: Date) => ({ from: dayText(from), to: dayText(to) });
  if (period === 'thisMonth') return range(new Date(year, month, 1), now);
  if (period === 'lastMonth') return range(new Date(year, month - 1, 1), new Date(year, month, 0));
  return range(new Date(year, month, today - LENGTHS[period] + 1), now);
}

/** How many days, both included. */
const lengthOf = ({ from, to }: Pick<ReportView, 'from' | 'to'>): number =>
  (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;

export const isRange = (days: Pick<ReportView, 'from' | 'to'>): boolean =>
  lengthOf(days) >= 1 && lengthOf(days) <= MAX_RANGE_DAYS;

/** So many points are still told apart on a line. */
const MAX_DAYS_BY_DAY = 92;
export const grainFor = (days: Pick<ReportView, 'from' | 'to'>): Grain =>
  lengthOf(days) > MAX_DAYS_BY_DAY ? 'week' : 'day';

/** As the calls take it. */
export const queryOf = ({ from, to, filter }: ReportView): ReportQuery => ({ from, to, ...filter });

/** The same view as long as the program runs. */
export const useReportView = create<ViewStore>()((set) => ({
  view: { period: 'month', ...daysOf('month'), grain: 'day', part: 'queue', lines: null, filter: {} },
  change: (part) => set(({ view }) => ({ view: { ...view, ...part } })),
  narrow: (part, key) =>
    set(({ view }) => {
      const { [part]: _, ...others } = view.filter;
      return { view: { ...view, filter: key === null ? others : { ...others, [part]: key } } };
    }),
}));
