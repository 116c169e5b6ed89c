/**
 * Whole days until an instant's calendar day, never negative: today is 0.
 *
 * @param until the last moment of the due date
 */
export function daysLeft(until: string, now: Date): number {
  const end = new Date(until);
  const day = (date: Date) => Date.UTC(date.getFullYear(), date.getMonth(), date.getDate());
  return Math.max(0, Math.round((day(end) - day(now)) / 86_400_000));
}
