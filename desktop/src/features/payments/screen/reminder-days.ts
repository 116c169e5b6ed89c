import { REMINDERS } from '@balcao/shared/features/invoice-reminders/rules.ts';

/** `5, 1` as numbers, each once, the greatest first; null for anything else. @param first the least that is allowed */
export function readDays(typed: string, first: number): number[] | null {
  const parts = typed.split(/[\s,;]+/).filter(Boolean);
  const days = [...new Set(parts.map(Number))];
  const isFine = days.every((day) => Number.isInteger(day) && day >= first && day <= REMINDERS.days);
  return isFine && days.length <= REMINDERS.count ? days.toSorted((a, b) => b - a) : null;
}

export const writeDays = (days: readonly number[]): string => days.join(', ');
